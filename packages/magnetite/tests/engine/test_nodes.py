"""Two nodes on one machine: both score, and the run outlives one of them."""

import csv
import gc
import os
import subprocess
import sys
import threading
import time
from importlib.util import find_spec

import numpy as np
import pytest

from examfiles.errors import UsageError
from magnetite.engine import score_cells
from tests.engine import dying

pytestmark = [
    pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not installed"),
    pytest.mark.skipif(sys.platform == "win32", reason="Ray's local clusters are POSIX"),
    # Ray leaves its processes' pipes and sockets to the end of the process.
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]

PATIENCE = 120.0


def patiently(start):
    """Start a node, if need be a second and third time: Ray gives one half a minute, whatever else runs here."""
    for _ in range(2):
        try:
            return start()
        except Exception:
            continue
    return start()


@pytest.fixture(scope="module")
def cluster():
    """Start two nodes of one core each, of which the first is the head."""
    from magnetite.engine.cluster import VARIABLES

    os.environ.update(VARIABLES)
    import ray
    from ray.cluster_utils import Cluster

    head = {"num_cpus": 1, "include_dashboard": False}
    try:
        made = patiently(lambda: Cluster(initialize_head=True, head_node_args=head))
        node = patiently(lambda: made.add_node(num_cpus=1))
    except Exception as error:  # whatever Ray raises where its half a minute did not do
        pytest.skip(f"RAY'S NODES DID NOT START on this machine: {error}")
    yield made, node
    ray.shutdown()
    made.shutdown()
    gc.collect()  # here, where what Ray leaves is no error


def test_a_job_starts_on_a_cluster_that_runs(cluster, tmp_path):
    made, _ = cluster
    model, scores = tmp_path / "model.py", tmp_path / "scores.csv"
    model.write_text("def length(passage, question, option):\n    return float(len(option))\n")
    job = ["score", "sample", "--model", f"{model}:length", "--views", "QO", "--store", "off", "--output", scores]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    command = [sys.executable, "-m", "magnetite", *job, "--ray", made.address, "--workers", "1"]
    subprocess.run(command, check=True, timeout=PATIENCE, env=environment)
    rows = list(csv.DictReader(scores.open(encoding="utf-8")))
    assert len(rows) > 300
    assert all(float(row["score"]) == len(row["text"]) for row in rows)


def test_a_cluster_s_workers_are_one_a_core_and_the_run_outlives_a_node(cluster, tmp_path):
    from magnetite.engine.cluster import Workers

    made, node = cluster
    log = tmp_path / "log"
    alone = score_cells(dying.asked(), dying.Logging(os.devnull)).scores

    scorer = dying.Logging(log, 0.05)
    with Workers(address=made.address) as workers:
        assert workers.count == 2
        give_up = time.monotonic() + PATIENCE
        while len({process for process, _ in dying.logged(log)}) < 2 and time.monotonic() < give_up:
            score_cells(dying.asked(), scorer, workers=workers)  # until both nodes are ready
        before = len(dying.logged(log))

        def remove_node():
            while len(dying.logged(log)) < before + 300:
                time.sleep(0.01)
            made.remove_node(node, allow_graceful=False)

        remover = threading.Thread(target=remove_node)
        remover.start()
        result = score_cells(dying.asked(), scorer, workers=workers, batch_tokens=dying.BATCH)
        remover.join()
    assert np.array_equal(result.scores, alone)
    processes = [process for process, _ in dying.logged(log)[before:]]
    assert len(set(processes)) == 2
    assert 0 <= len(processes) - len(alone) <= 2 * dying.BATCH, "more was scored again than the batches in flight"


@pytest.mark.parametrize("address", ["localhost:9", "no-such-host.invalid:6379"])
def test_an_address_where_no_cluster_is_says_what_to_do(address):
    from magnetite.engine.cluster import Workers

    with pytest.raises(UsageError, match=r"no cluster answers .*ray start --head"):
        Workers(address=address).count  # noqa: B018
