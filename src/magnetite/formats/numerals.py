"""Numerals as lists are numbered with them."""

_ROMAN = (
    *((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl")),
    *((10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i")),
)


def roman(number: int) -> str:
    """Write a number from 1 to 3,999 in small Roman numerals; any other in digits.

    >>> roman(4), roman(1994), roman(0)
    ('iv', 'mcmxciv', '0')
    """
    if not 0 < number < 4000:
        return str(number)
    text = ""
    for value, sign in _ROMAN:
        text += sign * (number // value)
        number %= value
    return text
