"""Workers: processes on cores, GPUs and machines, which score batches for one driver, through Ray.

    with Workers(4) as workers:                      four on this machine
        score_cells(cells, scorer, store, workers=workers)
    Workers(address="auto")                          one for each GPU, or core, of a cluster that runs

The driver plans, hands out batches, and stores what comes back. A worker holds the scorers it was asked for, nothing
else, and lives as long as `Workers`: the many small asks of a race find it ready.

A worker that dies costs the batches it had. They go to another, and a new worker takes its place, as soon as there is
room for it. A batch at which workers died again and again ends the run.
"""

import logging
import os
import socket
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from types import TracebackType
from typing import Any

from examfiles.errors import UsageError
from magnetite.core.cells import Cells, IntArray, ScoreArray
from magnetite.core.errors import ModelError
from magnetite.core.installation import install_command
from magnetite.core.scorer import Scorer
from magnetite.engine.plan import BATCH_TOKENS, budget, compact

AHEAD = 2  # batches at a worker at a time: it scores one, and the next one is there when it has finished
DEATHS = 3  # of workers at the same batch, after which the batch is given up
LOADING = -1  # in place of a batch's number: the worker loads the scorer
PATIENCE = 60.0  # seconds without an answer until the log says what the driver waits for
OBJECT_STORE = 256 * 2**20  # bytes on this machine, for batches on their way: a few megabytes at a time
STARTS = 3  # tries to start Ray here: it gives itself half a minute, which a busy machine may not have
KNOCK = 10.0  # seconds until an address counts as dead; Ray itself tries for minutes
VARIABLES = {  # of the environment, which Ray reads when it is imported
    "RAY_USAGE_STATS_ENABLED": "0",  # nothing is reported to anyone
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",  # no advice on GPUs
    "RAY_worker_niceness": "0",  # a worker yields to other programs no more than this process would
}

log = logging.getLogger(__name__)


class Workers:
    """Workers that score batches, on this machine or on a cluster; started when they are first needed.

    `count`: how many; None for one a GPU, or one a core where there is none. `address`: of a cluster that runs, such as
    "auto" or "head:6379"; None for this machine, or for the cluster that this process is connected to already. Leaving
    the context ends the workers. Raises UsageError where Ray is not installed.
    """

    def __init__(self, count: int | None = None, address: str | None = None) -> None:
        if find_spec("ray") is None:
            raise UsageError(
                f"workers need Ray, which is not installed. Install it with {install_command('cluster')}, or leave "
                "--workers and --ray out."
            )
        self._count, self._address = count, address
        self._workers: list[_Worker] = []
        self._scorers: dict[str, Any] = {}  # what workers load, by fingerprint
        self._ours = False  # whether Ray was started, or connected to, here
        self._actor: Any = None

    def __enter__(self) -> "Workers":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    @property
    def count(self) -> int:
        """Return how many workers there are; starts them. Raises UsageError where no cluster answers."""
        self._start()
        return len(self._workers)

    def close(self) -> None:
        """End the workers, and Ray, if it was started here."""
        if not self._workers:
            return
        import ray

        for worker in self._workers:
            ray.kill(worker.actor)
        self._workers.clear()
        self._scorers.clear()
        if self._ours:
            ray.shutdown()

    def forget(self) -> None:
        """Let the workers drop the scorers they have loaded, to have memory for others."""
        for worker in self._workers:
            worker.actor.forget.remote()
            worker.loaded.clear()
        self._scorers.clear()

    def score(self, scorer: Scorer, work: Cells, parts: Sequence[IntArray]) -> Iterator[tuple[IntArray, ScoreArray]]:
        """Score the batches of `work` whose positions are `parts`; yield positions and scores, as they come.

        Raises ModelError, once all that is on its way has come, where workers died again and again at one batch or
        none of them could load the scorer; and what a scorer raises.
        """
        self._start()
        self._send(scorer)
        ask = _Ask(self._workers, scorer, work, parts)
        while ask.is_on():
            self._hand_out(ask)
            for number, scores in self._arrivals(ask):
                yield parts[number], scores
        self._report()
        if ask.failure is not None:
            raise ask.failure

    def batch_tokens(self, scorer: Scorer) -> int:
        """Return how many tokens a worker takes at once; all of them begin to load the scorer.

        Raises what loading raises. A worker that dies is told of when it is asked for scores.
        """
        self._start()
        self._send(scorer)
        import ray

        told = self._scorers[scorer.fingerprint], scorer.fingerprint
        asked, *others = self._workers
        for worker in others:
            worker.actor.load.remote(*told)
        try:
            tokens: int = ray.get(asked.actor.batch_tokens.remote(*told))
        except ray.exceptions.RayTaskError as error:
            raise (error.cause if isinstance(error.cause, Exception) else error) from error
        except ray.exceptions.RayError:
            return BATCH_TOKENS
        return tokens

    def _start(self) -> None:
        if self._workers:
            return
        for name, value in VARIABLES.items():
            os.environ.setdefault(name, value)
        import ray

        if not ray.is_initialized():
            self._connect(self._count or os.cpu_count() or 1)
        nodes = [node["Resources"] for node in ray.nodes() if node["Alive"]]
        cores, gpus = [int(node.get("CPU", 0)) for node in nodes], int(sum(node.get("GPU", 0) for node in nodes))
        count = self._count or gpus or sum(cores)
        room = {"num_cpus": threads(cores, count), "num_gpus": 1 / -(-count // gpus) if gpus else 0}
        self._actor = ray.remote(**room)(_Process)
        self._workers = [_Worker(number, self._actor.remote()) for number in range(count)]

    def _connect(self, count: int) -> None:
        import ray

        quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": logging.WARNING, "configure_logging": True}
        if self._address is None:
            _start_here(max(count, os.cpu_count() or 1), quiet)
        else:
            try:
                host, colon, port = self._address.rpartition(":")
                if colon and port.isdigit() and "/" not in host:
                    socket.create_connection((host, int(port)), KNOCK).close()
                ray.init(self._address, **quiet)
            except (OSError, RuntimeError, ValueError) as error:
                raise UsageError(
                    f"ray '{self._address}': no cluster answers ({str(error).splitlines()[0].rstrip('.')}). Start one "
                    "(ray start --head), and run this on one of its machines: --ray auto. See docs/cluster.md."
                ) from error
        self._ours = True

    def _send(self, scorer: Scorer) -> None:
        """Make the scorer ready to be loaded by workers: by what it was loaded from, or as it is."""
        import ray
        from ray import cloudpickle

        if scorer.fingerprint not in self._scorers:
            self._scorers[scorer.fingerprint] = ray.put(cloudpickle.dumps(scorer))

    def _hand_out(self, ask: "_Ask") -> None:
        """Hand out what waits: one batch for each worker before a second for any."""
        for jobs in range(1, AHEAD + 1):
            for worker in self._workers:
                self._give(worker, ask, jobs)

    def _give(self, worker: "_Worker", ask: "_Ask", jobs: int) -> None:
        """Let the worker have so many jobs; what it scores with comes first."""
        fingerprint = ask.scorer.fingerprint
        if fingerprint not in worker.loaded:
            if not worker.jobs and not ask.failure:
                worker.jobs.append((worker.actor.load.remote(self._scorers[fingerprint], fingerprint), LOADING))
            return
        while len(worker.jobs) < jobs and ask.waiting and not ask.failure:
            if worker.jobs and ask.keeps_apart(worker):
                break
            number = ask.waiting.popleft()
            batch = compact(ask.work.take(ask.parts[number]))
            worker.jobs.append((worker.actor.score.remote(fingerprint, batch), number))

    def _arrivals(self, ask: "_Ask") -> Iterator[tuple[int, ScoreArray]]:
        """Wait for an answer, and yield all that have come; a worker that died is replaced."""
        import ray

        refs = {job[0]: worker for worker in self._workers for job in worker.jobs}
        ready, _ = ray.wait(list(refs), num_returns=1, timeout=PATIENCE)
        if not ready:
            if not _lives():
                raise ModelError(
                    f"scorer '{ask.scorer.name}': Ray, which runs the workers, has died with {ask.left} of "
                    f"{len(ask.parts)} batches left. What came before is stored: start again, with fewer workers "
                    "(--workers) where memory was the cause."
                )
            loaded = sum(ask.scorer.fingerprint in worker.loaded for worker in self._workers)
            log.warning("Waiting: %d of %d workers are ready, %d batches left.", loaded, len(self._workers), ask.left)
            return
        ready, _ = ray.wait(list(refs), num_returns=len(refs), timeout=0)
        for ref in ready:
            worker = refs[ref]
            number = next((number for job, number in worker.jobs if job == ref), None)
            if number is None:  # it died at the job before, and this one went to another
                continue
            try:
                answer = ray.get(ref)
            except ray.exceptions.RayTaskError as error:
                raise (error.cause if isinstance(error.cause, Exception) else error) from error
            except ray.exceptions.RayError as error:
                self._replace(worker, ask, error)
                continue
            worker.jobs.remove((ref, number))
            ask.deaths_in_a_row = 0
            if number == LOADING:
                worker.loaded.add(ask.scorer.fingerprint)
                continue
            scores, seconds = answer
            worker.cells, worker.seconds = worker.cells + len(scores), worker.seconds + seconds
            yield number, scores

    def _replace(self, worker: "_Worker", ask: "_Ask", error: Exception) -> None:
        """Let a new worker take the place of one that died; its batches wait for others again."""
        import ray

        ask.died(worker, error)
        ray.kill(worker.actor)  # where only the connection was lost
        worker.revive(self._actor.remote())

    def _report(self) -> None:
        for worker in self._workers:
            if worker.seconds:
                speed = worker.cells / worker.seconds
                log.info("worker %d: %d cells, %.0f cells/s", worker.number, worker.cells, speed)


def _lives() -> bool:
    """Say whether any machine of the cluster still answers; where none does, workers are waited for without end."""
    import ray

    try:
        return any(node["Alive"] for node in ray.nodes())
    except Exception:  # Ray has no one name for its own end
        return False


@dataclass(slots=True, eq=False)
class _Worker:
    """A worker as the driver knows it: what it has loaded, what it has to do, in that order, and what it did."""

    number: int
    actor: Any
    loaded: set[str] = field(default_factory=set)
    jobs: "deque[tuple[Any, int]]" = field(default_factory=deque)
    cells: int = 0
    seconds: float = 0.0

    def revive(self, actor: Any) -> None:
        """Stand for a new process, which has loaded nothing."""
        self.actor = actor
        self.loaded.clear()
        self.jobs.clear()


@dataclass(slots=True, eq=False)
class _Ask:
    """What is asked of workers at one time: the batches that wait, and what became of those that failed."""

    workers: Sequence[_Worker]
    scorer: Scorer
    work: Cells
    parts: Sequence[IntArray]
    waiting: "deque[int]" = field(init=False)
    deaths: "Counter[int]" = field(default_factory=Counter)  # by batch
    deaths_in_a_row: int = 0  # since anything came
    failure: ModelError | None = None

    def __post_init__(self) -> None:
        self.waiting = deque(range(len(self.parts)))
        for worker in self.workers:  # what an ask before, which was stopped, left on its way
            worker.jobs.clear()

    @property
    def left(self) -> int:
        """Count the batches that have not come."""
        return len(self.waiting) + self.on_its_way

    @property
    def on_its_way(self) -> int:
        """Count the batches that workers have."""
        return sum(number != LOADING for worker in self.workers for _, number in worker.jobs)

    def is_on(self) -> bool:
        """Say whether anything is still to come: after a failure, only what is on its way."""
        return (self.left if self.failure is None else self.on_its_way) > 0

    def keeps_apart(self, worker: _Worker) -> bool:
        """Say whether the next batch may not join those of a worker: one of them is suspected of a death."""
        return any(self.deaths[number] for number in (self.waiting[0], *(number for _, number in worker.jobs)))

    def died(self, worker: _Worker, error: Exception) -> None:
        """Note a worker's death, and suspect the first of the batches it had.

        It may have scored that one, and died at the next before the answer came. A suspect is alone from then on.
        """
        numbers = [number for _, number in worker.jobs if number != LOADING]
        self.waiting.extendleft(reversed(numbers))
        self.deaths_in_a_row += 1
        reason = (str(error).strip() or type(error).__name__).splitlines()[0].rstrip(".")
        log.warning("Worker %d died (%s). A new one takes its place; nothing stored is lost.", worker.number, reason)
        if numbers:
            self.deaths[numbers[0]] += 1
            if self.deaths[numbers[0]] == DEATHS:
                self.failure = self._hopeless(numbers[0])
        elif self.deaths_in_a_row >= DEATHS * len(self.workers):
            self.failure = ModelError(
                f"scorer '{self.scorer.name}': {self.deaths_in_a_row} workers died while they loaded it, and "
                f"none could ({reason}). Is there memory for {len(self.workers)} of them? Name fewer (--workers)."
            )

    def _hopeless(self, number: int) -> ModelError:
        part = self.parts[number]
        context, option = self.work.contexts[self.work.rows[part[0]]], self.work.options[self.work.columns[part[0]]]
        return ModelError(
            f"scorer '{self.scorer.name}': {DEATHS} workers died at batch {number + 1} of {len(self.parts)}, "
            f"{len(part)} cells from question '{context.question[:60]}', option '{option[:60]}' on. What came before "
            "is stored. Give workers more memory, smaller batches (--batch-tokens), or leave that question out, and "
            "start again."
        )


class _Process:
    """What runs in a worker's process: scorers, loaded once, and a function that scores a batch with one of them."""

    def __init__(self) -> None:
        self._scorers: dict[str, Scorer] = {}

    def load(self, content: bytes, fingerprint: str) -> None:
        """Load a scorer, once. Raises ModelError where it is not the driver's: other weights, or another version."""
        from ray import cloudpickle

        if fingerprint in self._scorers:  # the ask that wanted it was over before it was loaded
            return
        scorer: Scorer = cloudpickle.loads(content)
        if scorer.fingerprint != fingerprint:
            raise ModelError(
                f"scorer '{scorer.name}': a worker loaded '{scorer.fingerprint}', expected '{fingerprint}'. The same "
                "files, and the same version of Magnetite, must be on all machines."
            )
        self._scorers[fingerprint] = scorer

    def batch_tokens(self, content: bytes, fingerprint: str) -> int:
        """Load a scorer, and return how many tokens it takes at once. Raises what `load` raises."""
        self.load(content, fingerprint)
        return budget(self._scorers[fingerprint], None)

    def forget(self) -> None:
        """Drop all scorers."""
        self._scorers.clear()

    def score(self, fingerprint: str, cells: Cells) -> tuple[ScoreArray, float]:
        """Score a batch; return the scores, (cells,), and the seconds it took."""
        import time

        began = time.perf_counter()
        return self._scorers[fingerprint].score(cells), time.perf_counter() - began


def _start_here(cores: int, quiet: dict[str, Any]) -> None:
    """Start Ray on this machine. Raises ModelError where it does not come up."""
    import ray

    logging.getLogger("ray._private.authentication").setLevel(logging.ERROR)  # it is on, which is right
    for start in range(STARTS):
        try:
            ray.init("local", num_cpus=cores, object_store_memory=OBJECT_STORE, include_dashboard=False, **quiet)
            return
        except Exception as error:  # Ray has no name for it
            ray.shutdown()
            if start == STARTS - 1:
                raise ModelError(
                    f"workers: Ray did not start on this machine ({str(error).strip().splitlines()[0]}) Is it very "
                    "busy? Start again later, or leave --workers out: what is stored is found."
                ) from error


def threads(cores: Sequence[int], workers: int) -> int:
    """Return how many cores each worker can have, so that all find room on machines with these cores; at least one.

    >>> threads([8, 8], 2), threads([8, 8], 3), threads([2], 4)
    (8, 4, 1)
    """
    most = sum(cores) // workers
    return next((each for each in range(most, 1, -1) if sum(count // each for count in cores) >= workers), 1)
