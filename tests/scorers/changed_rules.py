"""Programs that score an option by one word, which changes: `hashed` ones are told apart, `named` ones warned of.

A program is the text of its files, `--- NAME` before each but r.py, which is first and holds the rule. The word is
WORD; `== X` and `in X` stand for a rule that compares the option with X.
"""

import re

HASHED = {
    "its own source": "== 'WORD'",
    "a global": "W = 'WORD'\n== W",
    "a list": "W = ['WORD']\nin W",
    "a dictionary of lists": "W = {'a': ['WORD']}\nin W['a']",
    "a set": "W = {'WORD', 'tea'}\nin W",
    "a helper's default": """
        def word(w='WORD'):
            return w
        == word()""",
    "a list as a helper's default": """
        def words(w=['WORD']):
            return w
        in words()""",
    "an attribute of a function": """
        def word():
            return word.is_
        word.is_ = 'WORD'
        == word()""",
    "a list of a class": """
        class Rule:
            TEXTS = ['WORD']
        in Rule.TEXTS""",
    "an inherited list": """
        class Base:
            TEXTS = ['WORD']
        class Rule(Base):
            pass
        in Rule.TEXTS""",
    "a dictionary of a class": """
        class Rule:
            TEXTS = {'a': 'WORD'}
        == Rule.TEXTS['a']""",
    "an inherited dictionary": """
        class Base:
            TEXTS = {'a': 'WORD'}
        class Rule(Base):
            pass
        == Rule.TEXTS['a']""",
    "a member of an enum": """
        from enum import Enum
        class Rule(Enum):
            X = 'WORD'
        == Rule.X.value""",
    "a member of an enum, by itself": """
        from enum import Enum
        class Rule(Enum):
            X = 'WORD'
        RULE = Rule.X
        == RULE.value""",
    "a named tuple's default": """
        from typing import NamedTuple
        class Rule(NamedTuple):
            word: str = 'WORD'
        == Rule().word""",
    "a dataclass's factory": """
        from dataclasses import dataclass, field
        def words():
            return ['WORD']
        @dataclass
        class Rule:
            words: list = field(default_factory=words)
        in Rule().words""",
    "a nested class": """
        class Rule:
            class Inner:
                TEXTS = ['WORD']
        in Rule.Inner.TEXTS""",
    "a partial in a class": """
        from functools import partial
        def same(word):
            return word
        class Rule:
            word = partial(same, 'WORD')
        == Rule.word()""",
    "a cached property": """
        from functools import cached_property
        class Rule:
            @cached_property
            def word(self):
                return 'WORD'
        == Rule().word""",
    "a static method with a cache": """
        from functools import lru_cache
        class Rule:
            @staticmethod
            @lru_cache
            def word():
                return 'WORD'
        == Rule.word()""",
    "a property's setter": """
        class Rule:
            @property
            def word(self):
                return self._word
            @word.setter
            def word(self, _):
                self._word = 'WORD'
        def word():
            rule = Rule()
            rule.word = ''
            return rule.word
        == word()""",
    "a metaclass": """
        class Meta(type):
            def word(cls):
                return 'WORD'
        class Rule(metaclass=Meta):
            pass
        == Rule.word()""",
    "what a wrapper does": """
        from functools import wraps
        def other(function):
            @wraps(function)
            def inner():
                return 'WORD'
            return inner
        @other
        def word():
            return ''
        == word()""",
    "what a wrapper reads": """
        from functools import wraps
        W = ['WORD']
        def other(function):
            @wraps(function)
            def inner():
                return W[0]
            return inner
        @other
        def word():
            return ''
        == word()""",
    "what a function closes over": """
        def says(word):
            def inner():
                return word
            return inner
        word = says('WORD')
        == word()""",
    "what a library's wrapper wraps": """
        from contextlib import contextmanager
        @contextmanager
        def word():
            yield 'WORD'
        def inside():
            with word() as w:
                return w
        == inside()""",
    "a class inside a function": """
        W = 'WORD'
        def word():
            class Rule:
                word = W
            return Rule.word
        == word()""",
    "a function of a module": """
        from pk import word
        == word()
        --- pk.py
        def word():
            return 'WORD'""",
    "a list of a module": """
        from pk import TEXTS
        in TEXTS
        --- pk.py
        TEXTS = ['WORD']""",
    "a module": """
        import pk
        == pk.word()
        --- pk.py
        def word():
            return 'WORD'""",
    "a module that a module imports": """
        import pk
        == pk.word()
        --- pk.py
        import deep
        def word():
            return deep.W
        --- deep.py
        W = 'WORD'""",
    "what a package exports": """
        import pk
        == pk.word()
        --- pk/__init__.py
        from .core import word
        --- pk/core.py
        def word():
            return 'WORD'""",
    "a module in a package": """
        import pk.core
        == pk.core.word()
        --- pk/__init__.py
        --- pk/core.py
        def word():
            return 'WORD'""",
    "a module in a folder": """
        import pile.core
        == pile.core.word()
        --- pile/core.py
        def word():
            return 'WORD'""",
    "a module beside a package's": """
        import pk.sub
        == pk.sub.words.W
        --- pk/__init__.py
        --- pk/sub/__init__.py
        from .. import words
        --- pk/words.py
        W = 'WORD'""",
    "an import inside a function": """
        def word():
            from pk.core import word
            return word()
        == word()
        --- pk/__init__.py
        --- pk/core.py
        def word():
            return 'WORD'""",
    "an import inside a module's function": """
        import pk
        == pk.word()
        --- pk.py
        def word():
            from deep import W
            return W
        --- deep.py
        W = 'WORD'""",
}
NAMED = {
    "os.environ": "import os\n== os.environ['MAGNETITE_TEST_WORD']",
    "os.environ, by getenv": "from os import getenv\n== getenv('MAGNETITE_TEST_WORD')",
    "os.environ, in a module": """
        import pk
        == pk.W
        --- pk.py
        import os
        W = os.getenv('MAGNETITE_TEST_WORD')""",
    "files": """
        def word():
            with open('word.txt') as file:
                return file.read()
        == word()""",
    "files, by a path": "from pathlib import Path\n== Path('word.txt').read_text()",
    "RULE, an instance": """
        class Rule:
            def __init__(self, word):
                self.word = word
        RULE = Rule('WORD')
        == RULE.word""",
    "Rule.held, an instance": """
        from types import SimpleNamespace
        class Rule:
            held = SimpleNamespace(word='WORD')
        == Rule.held.word""",
    "HELD, a list of instances": """
        from types import SimpleNamespace
        HELD = [SimpleNamespace(word='WORD')]
        == HELD[0].word""",
    "code that is made while it runs": """
        from importlib import import_module
        == import_module('pk').W
        --- pk.py
        W = 'WORD'""",
}


def files_of(program: str, word: str) -> dict[str, str]:
    """Return the texts of a program's files by their names, with a word."""
    lines = [line.removeprefix(" " * 8) for line in re.sub("(?<!_)WORD", word, program).strip("\n").split("\n")]
    rule = r"def score(passage, question, option):\n    return float(option \1)\n"
    text = re.sub(r"(?m)^((?:==|in) .*)$", rule, "\n".join(lines))
    parts = re.split(r"(?m)^--- (.+)$", f"--- r.py\n{text}\n")[1:]
    return {**dict(zip(parts[::2], parts[1::2], strict=True)), "word.txt": word}
