#!/usr/bin/env bash
# Run Magnetite on all GPUs of a Slurm job:  sbatch docs/cluster/slurm.sh audit RACE.tar.gz --split test
#SBATCH --job-name=magnetite
#SBATCH --nodes=2
#SBATCH --ntasks-per-node=1
#SBATCH --gpus-per-task=4
#SBATCH --cpus-per-task=16
#SBATCH --mem=128G
#SBATCH --time=12:00:00
#SBATCH --exclusive
# Exclusive, for symmetric-run ends with "ray stop", which ends every Ray of yours on the nodes.
set -euo pipefail

# Each node needs the same environment: one on a shared disk.
source "${ENVIRONMENT:-$PWD/.venv/bin/activate}"
export MAGNETITE_STORE=${MAGNETITE_STORE:-$PWD/scores}
export RAY_AUTH_MODE=token RAY_USAGE_STATS_ENABLED=0
RAY_AUTH_TOKEN=$(openssl rand -hex 32)
export RAY_AUTH_TOKEN

first=$(scontrol show hostnames "$SLURM_JOB_NODELIST" | head -n 1)
port=$((20000 + SLURM_JOB_ID % 20000)) # two jobs on one node must not meet
srun ray symmetric-run --address "$first:$port" --min-nodes "$SLURM_JOB_NUM_NODES" \
  --num-cpus "$SLURM_CPUS_PER_TASK" -- magnetite "$@" --ray "$first:$port"
