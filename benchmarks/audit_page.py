"""Audit a public data set with the bundled systems, and print the result as a page without the data's texts.

    python benchmarks/audit_page.py RACE.tar.gz --split test --limit 346 --pool 300 > docs/results/race-audit.md

The page names options by the question they come from, because the data's licence keeps its texts out of the
repository; `magnetite audit` with the settings the page names shows them.
"""

import argparse

import magnetite
from magnetite.auditing.record import made_on
from magnetite.core.results import Finding, Number, Run


def main() -> None:
    """Run the audit and print the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data")
    parser.add_argument("--split", default="test")
    parser.add_argument("--limit", type=int, default=346)
    parser.add_argument("--pool", type=int, default=300)
    parser.add_argument("--output", help="also write the run folder here")
    arguments = parser.parse_args()
    run = magnetite.audit(
        arguments.data,
        split=arguments.split,
        limit=arguments.limit,
        output=arguments.output,
        experiment_settings={"magnets": {"pool_size": arguments.pool}},
    )
    print(f"# Audit of {run.dataset['name']} {run.dataset['split']}, {run.dataset['items']} questions\n")
    print(
        f"    python benchmarks/audit_page.py RACE.tar.gz --split {arguments.split} --limit {arguments.limit} "
        f"--pool {arguments.pool}\n"
    )
    print(
        "    magnetite audit RACE.tar.gz --split "
        f"{arguments.split} --limit {arguments.limit} "
        f"--set magnets.pool_size={arguments.pool}\n"
    )
    print(machine(run))
    print(accuracy(run.finding("shortcuts")))
    print(magnets(run))


def machine(run: Run) -> str:
    """Say what ran where, on what, and what it cost."""
    precisions = dict.fromkeys(str(system["precision"]) for system in run.systems)
    cut = ", ".join(f"{system['view']} {system['truncated']:.1%}" for system in run.systems)
    return (
        f"Bundled systems, seed {run.settings['seed']}. {made_on(precisions)}.\n"
        f"Data fingerprint {run.dataset['fingerprint']}, {run.dataset['passages']} passages drawn by seed. "
        f"Passages cut to fit: {cut}. {run.cost['cells']:,} scores.\n"
    )


def accuracy(finding: Finding) -> str:
    """Tabulate accuracy by view and level, and what the passage adds."""
    lines = ["## Accuracy by view\n", "| view | level | right, % | interval | questions | effective options |"]
    lines.append("|---|---|---|---|---|---|")
    for row in finding.table("views").rows():
        share, low, high = (100 * float(row[name] or 0) for name in ("accuracy", "low", "high"))
        options = float(row["effective_options"] or 0)
        lines.append(
            f"| {row['view']} | {row['level']} | {share:.1f} | {low:.1f}–{high:.1f} | {row['n']} | {options:.2f} |"
        )
    adds, p = finding.number("passage adds"), finding.number("passage adds, McNemar p")
    lines.append(f"\nThe passage adds {100 * adds.value:+.1f} points{span(adds)}, McNemar p = {p.value:.2g}.\n")
    return "\n".join(lines)


def magnets(run: Run) -> str:
    """Tabulate the strongest options, by where they come from, and the attacks with them."""
    finding, attack = run.finding("magnets"), run.finding("attack")
    pool, average = finding.number("pool"), finding.number("mean interference", "QOC")
    lines = [
        f"## The ten strongest of {pool.value:.0f} irrelevant options\n",
        f"Mean interference score of the pool: {average.value:.3f}{span(average, 1)}.\n",
        "| rank | from question | words | combination | T | interval | questions |",
        "|---|---|---|---|---|---|---|",
    ]
    source: dict[str, str] = {}
    for row in finding.table("interference").rows():
        option, origin = str(row["option"]), str(row["origins"]).split(";")[0]
        source[option] = f"{origin}, {len(option.split())} words"
        if row["rank"] <= 10:
            lines.append(
                f"| {row['rank']} | {origin} | {len(option.split())} | {mark(row['series'])} "
                f"| {row['interference']:.2f} | {row['low']:.2f}–{row['high']:.2f} | {row['n']} |"
            )
    confirmed = {row["option"]: row["unseen"] for row in run.finding("validation").table("validation").rows()}
    lines += [
        "\n## Accuracy before and after the attack\n",
        "One wrong option, drawn at random, is replaced. p is of the exact McNemar test, Holm-corrected.\n",
        "| magnet | combination | T on fresh passages | before, % | after, % | p | questions |",
        "|---|---|---|---|---|---|---|",
    ]
    for row in [row for row in attack.table("attacks").rows() if row["level"] == "all"]:
        lines.append(
            f"| {source[str(row['option'])]} | {mark(row['series'])} | {confirmed[row['option']]:.2f} "
            f"| {100 * float(row['before'] or 0):.1f} | {100 * float(row['after'] or 0):.1f} "
            f"| {row['p']:.1g} | {row['n']} |"
        )
    control = attack.number("accuracy after, average option", "QOC")
    lines.append(f"\nControl: with an average option of the pool in that place, {100 * control.value:.1f}% stay right.")
    return "\n".join(lines)


def span(number: Number, factor: float = 100) -> str:
    """Show a number's interval in parentheses."""
    if number.low is None or number.high is None:
        return ""
    digits = 1 if factor > 1 else 3
    return f" ({factor * number.low:.{digits}f} to {factor * number.high:.{digits}f})"


def mark(flag: object) -> str:
    """Show a truth value."""
    return "yes" if flag else ""


if __name__ == "__main__":
    main()
