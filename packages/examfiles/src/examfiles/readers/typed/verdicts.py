"""Verdicts on statements: true, false, not given, in seven languages, as they are written for short and in full."""

import re
from collections.abc import Mapping, Sequence

from examfiles.readers.typed.shapes import shape

_WORDS = {
    "en": "T,√,✓ true F,×,✗ false NG,DNS not_given|doesn't_say|not_stated",
    "de": "R,W richtig|wahr F falsch _ steht_nicht_im_text",
    "zh": "T,√,✓,对,對 正确|正確 F,×,✗,错,錯 错误|錯誤 NG 未提及",
    "yes": "Y yes N no NG not_given",
    "ja": "J ja N nein _ steht_nicht_im_text",
    "fr": "V vrai F faux _ non_mentionné",
    "oui": "_ oui _ non _ non_mentionné",
    "es": "V verdadero F falso _ no_se_menciona",
    "sí": "_ sí _ no _ no_se_menciona",
}
"""How the verdicts of a language are written: for short, as signs, and in full."""
OPTIONS: Mapping[str, tuple[str, str, str]] = {
    "en": ("True", "False", "Not given"),
    "de": ("Richtig", "Falsch", "Steht nicht im Text"),
    "zh": ("正确", "错误", "未提及"),
    "yes": ("Yes", "No", "Not given"),
    "ja": ("Ja", "Nein", "Steht nicht im Text"),
    "fr": ("Vrai", "Faux", "Non mentionné"),
    "oui": ("Oui", "Non", "Non mentionné"),
    "es": ("Verdadero", "Falso", "No se menciona"),
    "sí": ("Sí", "No", "No se menciona"),
}
"""The options of a statement: by language for true and false, by its word for yes where they are yes and no."""
TRUTHS: tuple[tuple[str, ...], ...] = tuple(
    dict.fromkeys(
        (
            *(OPTIONS["en"][:2], OPTIONS["de"][:2], ("Wahr", "Falsch")),
            *(own[:most] for most in (2, 3) for own in OPTIONS.values()),
        )
    )
)
"""The options of statements that are true or false."""
_WAYS: Mapping[str, tuple[frozenset[str], ...]] = {
    language: tuple(
        frozenset(
            way.replace("_", " ") for cell in (short, full) for way in re.split("[,|]", cell.lower()) if way != "_"
        )
        for short, full in zip(texts.split()[::2], texts.split()[1::2], strict=True)
    )
    for language, texts in _WORDS.items()
}
VERDICT = (
    r"T|F|NG|DNS|R|W|true|false|not given|richtig|falsch|wahr|yes|no|ja|nein|vrai|faux|verdadero|falso|"
    r"\u221a|\u2713|\u00d7|\u2717|[\u5bf9\u5c0d\u9519\u932f]|\u6b63[\u786e\u78ba]|[\u9519\u932f][\u8bef\u8aa4]|\u672a\u63d0\u53ca"
)
"""A verdict, as part of a pattern."""
_HAN = shape(
    r"[\u4e00-\u9fff]",
    "a character of Chinese",
    "安",
)


def verdict(text: str, language: str = "") -> tuple[str, int] | None:
    """Return the language of a verdict and its place among the options; None for what is none.

    >>> verdict("T"), verdict("falsch"), verdict("错误"), verdict("perhaps")
    (('en', 0), ('de', 1), ('zh', 1), None)
    """
    text = text.strip(" ().[]\uff08\uff09\u3002").lower()
    for name, ways in _WAYS.items():
        if not language or name == language:
            for place, own in enumerate(ways):
                if text in own:
                    return name, place
    return None


def language_of(verdicts: Sequence[str], text: str) -> str:
    """Return the language in which all of some verdicts on statements are written; empty where none is.

    Signs, and letters, are those of the language that the statements' `text` is in.

    >>> language_of(["T", "F"], "Ann sat."), language_of(["√", "×"], "安坐下了。"), language_of(["R", "F"], "Sie saß.")
    ('en', 'zh', 'de')
    """
    names = ["zh"] if _HAN.search(text) else [name for name in OPTIONS if name != "zh"]
    return next((name for name in names if verdicts and all(verdict(each, name) for each in verdicts)), "")


def place_among(text: str, options: Sequence[str]) -> int | None:
    """Return the place of a verdict among the options of a statement; None where it, or they, are none.

    >>> place_among("×", ("正确", "错误")), place_among("R", ("Richtig", "Falsch")), place_among("B", ("True", "False"))
    (1, 0, None)
    """
    language = next((name for name, own in OPTIONS.items() if own[: len(options)] == tuple(options)), "")
    own = verdict(text, language) if language and len(options) > 1 else None
    return own[1] if own and own[1] < len(options) else None
