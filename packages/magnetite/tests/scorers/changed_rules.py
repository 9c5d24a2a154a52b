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
HASHED |= {
    "a method of a named tuple": """
        from typing import NamedTuple
        class Rule(NamedTuple):
            weight: float
            def word(self):
                return 'WORD'
        RULE = Rule(1.0)
        == RULE.word()""",
    "a method of a named tuple in a dictionary": """
        from typing import NamedTuple
        class Rule(NamedTuple):
            weight: float
            def word(self):
                return 'WORD'
        RULES = {'a': [Rule(1.0)]}
        == RULES['a'][0].word()""",
    "a method of a named tuple as a default": """
        from typing import NamedTuple
        class Rule(NamedTuple):
            weight: float
            def word(self):
                return 'WORD'
        def word(rule=Rule(1.0)):
            return rule.word()
        == word()""",
    "a field of a named tuple": """
        from collections import namedtuple
        Rule = namedtuple('Rule', 'word')
        RULE = Rule('WORD')
        == RULE.word""",
    "a method of a text's enum": """
        from enum import StrEnum
        class Rule(StrEnum):
            X = 'x'
            def word(self):
                return 'WORD'
        RULE = Rule.X
        == RULE.word()""",
    "a method of a number's enum": """
        from enum import IntEnum
        class Rule(IntEnum):
            X = 1
            def word(self):
                return 'WORD'
        RULE = Rule.X
        == RULE.word()""",
    "a method of a text of its own class": """
        class Rule(str):
            def word(self):
                return 'WORD'
        RULE = Rule('x')
        == RULE.word()""",
    "an attribute of a text of its own class": """
        class Rule(str):
            pass
        RULE = Rule('x')
        RULE.word = 'WORD'
        == RULE.word""",
    "a method of a number of its own class, as a default": """
        class Rule(float):
            def word(self):
                return 'WORD'
        def word(rule=Rule(1)):
            return rule.word()
        == word()""",
    "a registered implementation": """
        from functools import singledispatch
        @singledispatch
        def word(given):
            return ''
        @word.register
        def _(given: str):
            return 'WORD'
        == word('')""",
    "a dispatcher's own implementation": """
        from functools import singledispatch
        @singledispatch
        def word(given):
            return 'WORD'
        @word.register
        def _(given: int):
            return ''
        == word('')""",
    "a registered method": """
        from functools import singledispatchmethod
        class Rule:
            @singledispatchmethod
            def word(self, given):
                return ''
            @word.register
            def _(self, given: str):
                return 'WORD'
        == Rule().word('')""",
    "one of a dictionary's functions": """
        def bread():
            return 'bread'
        def milk():
            return 'milk'
        WORDS = {'a': WORD}
        both = bread, milk
        == (both and WORDS['a']())""",
    "a function under another name": """
        def bread():
            return 'bread'
        def milk():
            return 'milk'
        word = WORD
        == (bread() and milk() and word())""",
    "a class under another name": """
        class bread:
            word = 'bread'
        class milk:
            word = 'milk'
        word = WORD
        == (bread and milk and word.word)""",
    "a dictionary that makes what it lacks": """
        from collections import defaultdict
        W = defaultdict(lambda: 'WORD')
        == W['a']""",
    "a library's value": """
        import string
        string.magnetite_word = 'WORD'
        == string.magnetite_word""",
    "a library's function": """
        import string
        def word():
            return 'WORD'
        string.magnetite_word = word
        == string.magnetite_word()""",
    "one of Python's own names": """
        import builtins
        builtins.MAGNETITE_WORD = 'WORD'
        == MAGNETITE_WORD""",
    "a function among Python's own names": """
        import builtins
        def word():
            return 'WORD'
        builtins.MAGNETITE_WORD = word
        == MAGNETITE_WORD()""",
    "a method of Python's own in a class": """
        class Rule:
            word = {'bread': str.lower, 'milk': str.upper}['WORD']
        == {'x': 'bread', 'X': 'milk'}[Rule.word('x')]""",
    "a value put into a module": """
        import pk
        pk.W = 'WORD'
        == pk.W
        --- pk.py
        W = ''""",
    "a function put into a module": """
        import pk
        def word():
            return 'WORD'
        pk.word = word
        == pk.word()
        --- pk.py
        def word():
            return ''""",
    "a value put into a module's class": """
        import pk
        pk.Rule.W = 'WORD'
        == pk.Rule.W
        --- pk.py
        class Rule:
            W = ''""",
    "an object's value put into a module": """
        import pk
        pk.RULE.word = 'WORD'
        == pk.RULE.word
        --- pk.py
        class Rule:
            pass
        RULE = Rule()""",
    "a class put into a module": """
        import pk
        class Other:
            W = 'WORD'
        pk.Rule = Other
        == pk.Rule.W
        --- pk.py
        class Rule:
            W = ''""",
    "a method put into a module's class": """
        import pk
        pk.Rule.word = lambda self: 'WORD'
        == pk.Rule().word()
        --- pk.py
        class Rule:
            def word(self):
                return ''""",
    "another function's code": """
        def word():
            return ''
        def other():
            return 'WORD'
        word.__code__ = other.__code__
        == word()""",
    "a module made while the program runs": """
        import sys
        import types
        sys.modules['pk'] = types.ModuleType('pk')
        sys.modules['pk'].W = 'WORD'
        import pk
        == pk.W""",
    "a wrapper's own function": """
        from contextlib import contextmanager
        def says():
            yield 'WORD'
        made = contextmanager(says)
        def word():
            with made() as w:
                return w
        == word()""",
}
NAMED = {
    "os.environ, in bytes": "import os\n== os.environb[b'MAGNETITE_TEST_WORD'].decode()",
    "os.environ, in a path": "import os\n== os.path.expandvars('$MAGNETITE_TEST_WORD')",
    "os.environ, by a name": "import os\n== getattr(os, 'environ')['MAGNETITE_TEST_WORD']",
    "files, by a path of the module": """
        from pathlib import Path
        HERE = Path('word.txt')
        == {5: 'bread', 4: 'milk'}[HERE.stat().st_size]""",
    "numpy.loadtxt": "import numpy as np\n== str(np.loadtxt('word.txt', dtype=str))",
    "numpy.loadtxt, by its name": "from numpy import loadtxt\n== str(loadtxt('word.txt', dtype=str))",
    "numpy.loadtxt, imported inside": """
        def word():
            from numpy import loadtxt as read
            return str(read('word.txt', dtype=str))
        == word()""",
    "numpy.loadtxt, of another name": """
        import numpy
        read = numpy
        == str(read.loadtxt('word.txt', dtype=str))""",
    "numpy.loadtxt, when a module is imported": """
        import pk
        == pk.words()
        --- pk.py
        import numpy as np
        W = np.loadtxt('word.txt', dtype=str)
        def words():
            return str(W)""",
    "numpy.loadtxt, by a module that imports it": """
        import pk
        == str(pk.np.loadtxt('word.txt', dtype=str))
        --- pk.py
        import numpy as np""",
    "numpy.loadtxt, in a function that is registered": """
        import pk
        == pk.READS['r']()
        --- pk.py
        import numpy as np
        READS = {}
        def register(function):
            READS['r'] = function
        @register
        def reads():
            return str(np.loadtxt('word.txt', dtype=str))""",
    "numpy.loadtxt, in a function found by its name": """
        import pk
        == getattr(pk, 're' + 'ads')()
        --- pk.py
        import numpy as np
        def reads():
            return str(np.loadtxt('word.txt', dtype=str))""",
    "numpy.loadtxt, in a method": """
        import pk
        == pk.Rule().word
        --- pk.py
        import numpy as np
        class Rule:
            def __init__(self):
                self.word = str(np.loadtxt('word.txt', dtype=str))""",
    "numpy.loadtxt, two functions away": """
        from pk import word
        == word()
        --- pk.py
        from deep import reads as other
        def word():
            return other()
        --- deep.py
        def reads():
            return inner()
        def inner():
            from numpy import loadtxt
            return str(loadtxt('word.txt', dtype=str))""",
    "numpy.fromfile": "import numpy as np\n== np.fromfile('word.txt', dtype='u1').tobytes().decode()",
    "polars.read_csv": "import polars as pl\n== pl.read_csv('word.txt', has_header=False)[0, 0]",
    "linecache.updatecache": "import linecache\n== linecache.updatecache('word.txt')[0].strip()",
    "pkgutil.get_data": """
        import pkgutil
        import pk
        == pkgutil.get_data('pk', '../word.txt').decode()
        --- pk/__init__.py""",
    "runpy.run_path": """
        import runpy
        == runpy.run_path('pk.py')['W']
        --- pk.py
        W = 'WORD'""",
    "code that is made while it runs, of a file": """
        import importlib.util
        def word():
            spec = importlib.util.spec_from_file_location('pk', 'pk.py')
            module = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(module)
            return module.W
        == word()
        --- pk.py
        W = 'WORD'""",
    "subprocess.check_output": "import subprocess\n== subprocess.check_output(['cat', 'word.txt'], text=True)",
    "urllib.request.urlopen": """
        from pathlib import PurePath
        from urllib.request import urlopen
        FILE = __file__
        == urlopen(PurePath(FILE).with_name('word.txt').as_uri()).read().decode()""",
    "os.environ, by a module that is handed on": """
        import os
        def word(given):
            return given.environ['MAGNETITE_TEST_WORD']
        == word(os)""",
    "numpy, as one of a list": """
        import numpy as np
        def word(given):
            return str(given.loadtxt('word.txt', dtype=str))
        READS = [word, np]
        == READS[0](READS[1])""",
    "torch.jit.ScriptFunction": """
        import warnings
        import torch
        def word() -> str:
            return 'WORD'
        with warnings.catch_warnings():
            warnings.simplefilter('ignore')
            word = torch.jit.script(word)
        == word()""",
    "sys.modules": "import pk\nimport sys\n== vars(sys.modules['pk'])['W']\n--- pk.py\nW = 'WORD'",
    "code that is made while it runs, in a frame": "import sys\nW = 'WORD'\n== sys._getframe().f_globals['W']",
    "code that is made while it runs, in its globals": """
        W = 'WORD'
        def word():
            return word.__globals__['W']
        == word()""",
    "shelve.open": """
        import shelve
        def word():
            with shelve.open('kept') as kept:
                kept['word'] = PLAIN.strip()
                return kept['word']
        PLAIN = 'WORD'
        == word()""",
    "HELD, a dictionary that holds an instance": """
        from types import SimpleNamespace
        HELD = {'a': SimpleNamespace(word='WORD')}
        == HELD['a'].word""",
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
NEVER_THE_SAME = {  # what is no function of the texts, by its name
    "random.random": "import random\n== 'bread' or random.random() < 0.5",
    "random.Random.choice": "from random import choice\n== choice(['bread', 'milk'])",
    "time.time": "from time import time\n== 'bread' or time() < 1",
    "time.time, by a module that has it": "import logging\n== 'bread' or logging.time.time() < 1",
    "time.monotonic": """
        import pk
        == pk.word()
        --- pk.py
        from time import monotonic as now
        def word():
            return now()""",
    "datetime.datetime": "from datetime import datetime\n== 'bread' or datetime.now().hour < 12",
    "hash": "== 'bread' or hash(option) % 2",
    "id": "== 'bread' or id(option) % 2",
    "uuid.uuid4": "import uuid\n== uuid.uuid4().hex",
    "os.listdir": "import os\n== os.listdir('.')[0]",
    "numpy.random.default_rng": """
        import numpy.random
        == 'bread' or numpy.random.default_rng().random() < 0.5""",
    "socket.gethostname": "import socket\n== socket.gethostname()",
    "input": "== input('Which?')",
    "locale.getlocale": "def word():\n    import locale\n    return locale.getlocale()[0]\n== word()",
    "secrets.choice": "def word():\n    from secrets import choice\n    return choice(['bread'])\n== word()",
}
HARMLESS = {  # everyday rules, of which nothing is named
    "lengths": "in [min(passage.split(), key=len), 'bread'[: max(5, len(option))]]",
    "an expression": """
        import re
        WORDS = re.compile(r'\\w+')
        in [w.lower() for w in WORDS.findall(passage) if re.match('b', w, re.IGNORECASE)]""",
    "counts": """
        from collections import Counter, defaultdict
        def words():
            held = defaultdict(int)
            held['bread'] += 1
            return [w for w, _ in Counter(held).most_common(3)]
        in words()""",
    "numbers": """
        import numpy as np
        def near(option):
            own = np.array([len(option), option.count('a')], dtype=np.float64)
            return float(np.exp(-np.linalg.norm(own - np.mean([own, own], axis=0))) * np.log1p(np.pi) * np.float32(1))
        in ['bread', str(near(option))]""",
    "sums": """
        import math
        from statistics import fmean, stdev
        def cost(option):
            return math.sqrt(fmean(map(ord, option))) + math.pi + stdev([1, 2, 3])
        in ['bread', str(cost(option))]""",
    "Python's own tools": """
        from functools import lru_cache, partial, reduce
        from itertools import chain, pairwise
        from operator import itemgetter, mul
        import difflib, string, textwrap, unicodedata
        lower = str.lower
        @lru_cache(maxsize=None)
        def bare(text):
            return unicodedata.normalize('NFC', text).strip(string.punctuation)
        def words(option):
            ratio = difflib.SequenceMatcher(None, option, 'bread').ratio()
            held = sorted(chain(pairwise(lower(option))), key=itemgetter(0))
            return [bare(textwrap.dedent('bread')), ratio, partial(reduce, mul)([1, 2]), held]
        in words(option)""",
    "classes": """
        from abc import ABC, abstractmethod
        from dataclasses import dataclass, field
        from enum import Enum, auto
        from typing import NamedTuple, Protocol
        class Kind(Enum):
            A = auto()
        class Word(NamedTuple):
            text: str
        class Has(Protocol):
            def word(self) -> str: ...
        class Base(ABC):
            @abstractmethod
            def word(self): ...
        @dataclass(frozen=True, order=True)
        class Rule(Base):
            words: list[str] = field(default_factory=list)
            kind: Kind = Kind.A
            def word(self):
                return super().__class__ and Word('bread').text
            def __hash__(self):
                return hash(self.kind)
        class Failure(ValueError):
            pass
        def word():
            try:
                raise Failure
            except Failure:
                return Rule().word()
        == word()""",
    "paths and marks": """
        import json, os.path, sys
        def word():
            print('asked', file=sys.stderr)
            return json.loads(json.dumps({'a': os.path.splitext('bread' + '.txt')[0]}))['a']
        == word()""",
    "a module of its own": """
        import pk
        == pk.word()
        --- pk.py
        import argparse
        import logging
        import os
        import sys
        import warnings
        from pathlib import Path
        from typing import Any
        import numpy as np
        log = logging.getLogger(__name__)
        log.setLevel(logging.ERROR)
        HERE: Path | None = None
        def word(words: list[Path] | None = None) -> Any:
            log.info('asked')
            return Rule().word()
        class Rule:
            kept: Path
            def word(self, other: Path | None = None) -> 'np.random.Generator':
                return 'bread'
        def main() -> None:
            parser = argparse.ArgumentParser()
            parser.add_argument('file', type=Path)
            print(parser.parse_args().file.read_text(), os.getcwd())
        if __name__ == '__main__':
            main()
            print(sys.stdin.read())""",
    "a log": """
        import logging
        log = logging.getLogger('rule')
        def word():
            log.debug('asked')
            return 'bread'
        == word()""",
    "a package of ours": """
        from examfiles.items import Item
        == Item('1', 'p', '', '', ('bread', 'milk'), 0).options[0]""",
}


def files_of(program: str, word: str) -> dict[str, str]:
    """Return the texts of a program's files by their names, with a word."""
    lines = [line.removeprefix(" " * 8) for line in re.sub("(?<!_)WORD", word, program).strip("\n").split("\n")]
    rule = r"def score(passage, question, option):\n    return float(option \1)\n"
    text = re.sub(r"(?m)^((?:==|in) .*)$", rule, "\n".join(lines))
    parts = re.split(r"(?m)^--- (.+)$", f"--- r.py\n{text}\n")[1:]
    return {**dict(zip(parts[::2], parts[1::2], strict=True)), "word.txt": word}
