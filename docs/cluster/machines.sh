#!/usr/bin/env bash
# Run Magnetite on this machine with workers on it and on others, named one a line in a file, reached over SSH.
#
#   docs/cluster/machines.sh machines.txt audit RACE.tar.gz --split test
#
# Every machine needs the same environment: ENVIRONMENT is its activate script (default: .venv/bin/activate here).
set -euo pipefail

machines=$1
shift
environment=${ENVIRONMENT:-$PWD/.venv/bin/activate}
head=$(hostname --ip-address | cut -d' ' -f1)
export RAY_AUTH_MODE=token RAY_USAGE_STATS_ENABLED=0

source "$environment"
on_each() {
  while read -r machine; do
    ssh -n "$machine" "source $environment; export RAY_AUTH_MODE=token RAY_USAGE_STATS_ENABLED=0; $1" || true
  done <"$machines"
}
trap 'on_each "ray stop"; ray stop' EXIT

ray get-auth-token --generate >/dev/null # the others need ~/.ray/auth_token too: a shared home folder, or a copy
ray start --head --node-ip-address "$head" --port 6379
on_each "ray start --address $head:6379"
magnetite "$@" --ray "$head:6379"
