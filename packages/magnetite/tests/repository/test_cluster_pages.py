"""The configurations of docs/cluster: they parse, and name commands and flags that exist."""

import re
import shlex
import subprocess
from importlib.util import find_spec
from pathlib import Path

import pytest
import typer

FOLDER = Path(__file__).parents[4] / "docs" / "cluster"
SCRIPTS = sorted(FOLDER.glob("*.sh"))
pytestmark = pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not installed")


@pytest.fixture(scope="module")
def kubernetes():
    import yaml

    return yaml.safe_load((FOLDER / "kuberay.yaml").read_text("utf-8"))


def ray_options(command):
    from ray.scripts.scripts import cli

    return {flag for parameter in cli.commands[command].params for flag in parameter.opts}


def lines(path):
    """Return a script's commands, those that go on in the next line joined."""
    return path.read_text("utf-8").replace("\\\n", " ").splitlines()


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_a_script_is_one_that_bash_reads(script):
    assert subprocess.run(["bash", "-n", script], check=False).returncode == 0


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_every_command_of_ray_in_a_script_exists_with_its_flags(script):
    used = [match for line in lines(script) for match in re.findall(r"\bray ([a-z-]+)((?: [^|>]*)?)", line)]
    used = [(name, words.split(" -- ")[0]) for name, words in used if not name.startswith("-")]
    assert used
    start = ray_options("start")
    for name, words in used:
        known = ray_options(name) | (start if name == "symmetric-run" else set())
        assert set(re.findall(r"(?<= )--[a-z-]+", words)) <= known, (name, words)


def test_the_job_for_kubernetes_is_a_command_of_magnetite_on_a_cluster_of_gpus(kubernetes):
    from magnetite.cli.app import app

    assert (kubernetes["apiVersion"], kubernetes["kind"]) == ("ray.io/v1", "RayJob")
    name, command, *words = shlex.split(kubernetes["spec"]["entrypoint"])
    options = {flag for each in typer.main.get_command(app).commands[command].params for flag in each.opts}
    assert name == "magnetite"
    assert {word for word in words if word.startswith("--")} <= options
    assert words[-2:] == ["--ray", "auto"]
    cluster = kubernetes["spec"]["rayClusterSpec"]
    [group] = cluster["workerGroupSpecs"]
    [head], [worker] = (each["template"]["spec"]["containers"] for each in (cluster["headGroupSpec"], group))
    assert worker["resources"]["limits"]["nvidia.com/gpu"] == "1"
    assert "nvidia.com/gpu" not in head["resources"]["limits"]
    assert head["image"] == worker["image"]
    assert {each["name"] for each in head["env"]} == {each["name"] for each in worker["env"]} >= {"RAY_AUTH_TOKEN"}


def test_the_version_of_ray_for_kubernetes_is_the_one_tested(kubernetes):
    pinned = (FOLDER.parents[1] / "constraints.txt").read_text("utf-8")
    assert f"\nray=={kubernetes['spec']['rayClusterSpec']['rayVersion']}\n" in pinned
