"""How many words a text has, in scripts with spaces between them and in scripts without.

Words between spaces are counted. Chinese, Japanese, Thai, Lao, Khmer and Burmese have no such spaces: their characters
are counted, and divided by how many a word has on average. So the count of such a text is an estimate.

    characters a word    measured on
    Chinese    1.67      Universal Dependencies, Chinese-PUD (Zeman et al. 2017): 29,771 characters, 17,869 words
    Japanese   2.20      Universal Dependencies, Japanese-GSD, dev and test: 37,282 characters, 16,978 long-unit words
    Thai       4.39      Universal Dependencies, Thai-PUD: 94,405 characters with vowel and tone signs, 21,509 words

Han characters are Japanese where the text has more than a few kana, and Chinese elsewhere. Lao, Khmer and Burmese
count as Thai does: a letter and its signs are as many characters there. Punctuation is no word. Korean has spaces.

What this file leaves out: where a word begins. A segmenter would find it for one language at a time, with a dictionary.
"""

import re

CHINESE, JAPANESE, THAI = 1.67, 2.2, 4.39  # characters a word
_FEW = 0.05  # of Han characters: Chinese texts quote a kana or two
_HAN = re.compile("[\u3005-\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003fffd]")
_KANA = re.compile("[\u3041-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\uff66-\uff9f]")
_THAI = re.compile("[\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0ece\u0edc-\u0edf\u1000-\u103f\u1050-\u109f\u1780-\u17d3]")
_SCRIPTS = (_HAN, _KANA, _THAI)


def unspaced(text: str) -> int:
    """Count the characters of a text in scripts without spaces between words.

    >>> unspaced("船长在等。"), unspaced("The captain waits."), unspaced("Lund 的渡船")
    (4, 0, 3)
    """
    return 0 if text.isascii() else sum(len(script.findall(text)) for script in _SCRIPTS)


def words(text: str) -> int:
    """Count the words of a text: those between spaces, and an estimate of those in scripts without.

    >>> words("The ferry leaves at nine."), words("船长星期天等了一位护士。"), words("Lund 的渡船 9 点开。")
    (5, 7, 5)
    """
    if not unspaced(text):
        return len(text.split())
    han, kana, thai = (len(script.findall(text)) for script in _SCRIPTS)
    for script in _SCRIPTS:
        text = script.sub(" ", text)
    spaced = sum(any(map(str.isalnum, word)) for word in text.split())
    japanese = kana > _FEW * han
    return spaced + round((han + kana) / (JAPANESE if japanese else CHINESE) + thai / THAI)
