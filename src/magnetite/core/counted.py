"""How a number of things is written."""


def counted(many: int, noun: str) -> str:
    """Write a number of things.

    >>> counted(1, "person"), counted(20, "answer"), counted(1200, "person")
    ('1 person', '20 answers', '1,200 people')
    """
    plural = {"person": "people"}.get(noun, f"{noun}s")
    return f"{many:,} {noun if many == 1 else plural}"
