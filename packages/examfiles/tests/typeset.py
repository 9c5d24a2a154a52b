"""Sentences with the letters and signs of many languages, as word processors set them. All of it is our own writing."""

from collections.abc import Callable, Mapping, Sequence
from random import Random

WORDS: Mapping[str, str] = {
    "English": "she walked home before the bell rang and nobody asked why the café was shut café naïve fiancée",
    "German": "die Bäckerei über dem Fluss öffnet früh weil Jürgen Größe für Schlüssel heißt Übung Ärger Öl",
    "French": "le café est fermé après l’été où l’élève a reçu une lettre à Noël cœur À Ça forêt naïf île Étienne",
    "Spanish": "el niño comió una canción allí está la señora mañana último según pingüino Ángel Último año",
    "Italian": "perché la città è così buia però c’è già più luce là virtù È",
    "Portuguese": "a avó não está em casa o João comprou pão maçãs às três irmão Água você É",
    "Dutch": "de zee is koud één kat twee honden hun tweeën reünie coördinatie geërgerd",
    "Swedish": "varför gick hon till skolan på lördag är trött över ån Åke Öland Ängel å",
    "Danish": "den gamle mand bor på en ø æblet er rødt Århus Ærø Østergade",
    "Finnish": "missä kirjasto on hän on väsynyt ja yö tyttö Äiti Örö",
}
QUOTES = {"German": "„“", "French": "«»", "Swedish": "””", "Finnish": "””", "Danish": "»«"}
FORMS: Sequence[Callable[[str, str, str], str]] = (
    lambda a, b, q: f"{a} – {b}",
    lambda a, b, q: f"{a} — {b}…",
    lambda a, b, q: f"{q[0]}{a},{q[1]} {b}.",
    lambda a, b, q: f"{b}: {q[0]}{a}.{q[1]}",
    lambda a, b, q: f"{a}, {b}…",
    lambda a, b, q: f"• {a}\n• {b}",
    lambda a, b, q: f"{a} (5 – 10 €) {b}",
    lambda a, b, q: f"{a}’s {b} didn’t",
    lambda a, b, q: f"‘{a}?’ {b}!",
    lambda a, b, q: f"READING TEST – YEAR 9\n{a}. {b}.",
)


def typeset(language: str, seed: int, sentences: int) -> str:
    """Return a short exam of some sentences, the same for the same seed."""
    drawn, words = Random(f"{language} {seed}"), WORDS[language].split()
    parts = []
    for _ in range(sentences):
        first, second = (" ".join(drawn.choices(words, k=drawn.randint(1, 6))) for _ in range(2))
        form, quotes = drawn.choice(FORMS), QUOTES.get(language, "“”")
        parts.append(form(first[:1].upper() + first[1:], second[:1].upper() + second[1:], quotes))
    return "1. " + "\n".join(parts) + "\nA. yes\nB. no\nAnswer: B\n"
