#!/bin/bash
# Grades on SHARDS tasks and waits for the merged file. Run it again to do what is missing: finished shards are left as they are.
#   SHARDS=16 PROBLEMS=problems.jsonl SAMPLES=samples.jsonl OUT=/shared/run ./submit.sh
set -euo pipefail
export SHARDS=${SHARDS:-4} OUT=${OUT:-.}
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$OUT"
rm -f "$OUT/verdicts.jsonl"

array=$(sbatch --parsable --array="1-$SHARDS" "$here/grade.sbatch")
# afterany: a task that ends with 1 has judged its samples, and some have no reward.
sbatch --wait --dependency="afterany:${array%%;*}" "$here/merge.sbatch" || true
# By the file: sbatch --wait ends with 0 also when the job was cancelled before it began.
if [ ! -e "$OUT/verdicts.jsonl" ]; then
  echo "submit.sh: not all shards are there; allpass-merge-*.log says which" >&2
  exit 1
fi
