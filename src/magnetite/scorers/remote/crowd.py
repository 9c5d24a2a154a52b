"""A crowd of requests: several on their way at a time, their answers as they come."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import islice
from queue import Empty, SimpleQueue
from threading import Thread
from typing import TypeVar

Q = TypeVar("Q")
A = TypeVar("A")
HEARS = 0.2  # seconds until Ctrl-C is heard
_Come = tuple[Q, A | None, BaseException | None]  # a request, and its answer or what came in its place


def answers(requests: Iterator[Q], ask: Callable[[Q], A], most: int) -> Iterator[list[tuple[Q, A]]]:
    """Ask up to `most` at a time; yield what has come, each request with its answer, in the order of coming.

    A request is sent only once an earlier answer was taken, so that never more than `most` are on their way or not
    taken yet. Where one fails, no more are sent; what is on its way is waited for and yielded, and then the first error
    is raised. The threads end with the program, whatever hangs.
    """
    todo: SimpleQueue[Q | None] = SimpleQueue()
    done: SimpleQueue[_Come[Q, A]] = SimpleQueue()
    for _ in range(most):
        Thread(target=_work, args=(todo, done, ask), daemon=True).start()
    failure: BaseException | None = None
    try:
        waiting = _send(requests, most, todo)
        while waiting:
            come = [_taken(done)]
            come += [done.get() for _ in range(done.qsize())]
            failure = failure or next((error for _, _, error in come if error is not None), None)
            if good := [(request, answer) for request, answer, error in come if error is None]:
                yield good  # type: ignore[misc]
            waiting += (_send(requests, len(come), todo) if failure is None else 0) - len(come)
    finally:
        for _ in range(most):
            todo.put(None)
    if failure is not None:
        raise failure


def _send(requests: Iterator[Q], count: int, todo: "SimpleQueue[Q | None]") -> int:
    """Hand over up to `count` requests, and return how many there were."""
    turn = list(islice(requests, count))
    for request in turn:
        todo.put(request)
    return len(turn)


def _taken(done: "SimpleQueue[_Come[Q, A]]") -> "_Come[Q, A]":
    """Wait for the next answer, a moment at a time, so that Ctrl-C is heard in between.

    A handler that another library installs, as polars does, may let the system go on waiting after a signal.
    """
    while True:
        with suppress(Empty):
            return done.get(timeout=HEARS)


def _work(todo: "SimpleQueue[Q | None]", done: "SimpleQueue[_Come[Q, A]]", ask: Callable[[Q], A]) -> None:
    """Ask whatever is handed over, until there is nothing more."""
    while (request := todo.get()) is not None:
        try:
            done.put((request, ask(request), None))
        except BaseException as error:  # it is raised where the answers are read
            done.put((request, None, error))
