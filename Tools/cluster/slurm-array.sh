#!/bin/bash
# A study on Slurm without Snakemake: a job for each part, then one that merges and writes the tables.
#
#     Tools/cluster/slurm-array.sh study.csv results [PARTS]
#
# Every machine must see the manifest, the recordings, the folder and the program ($GAIT, or gait in PATH) under these
# names. Options for sbatch stand in SBATCH_ACCOUNT, SBATCH_PARTITION and the like. A job that is killed is
# queued again and goes on with what it has.
set -euo pipefail
if [ $# -lt 2 ]; then
  echo "usage: $0 study.csv results [PARTS]" >&2
  exit 2
fi
manifest=$(realpath "$1")
mkdir -p "$2.shards"
output=$(realpath -m "$2")
parts=${3:-8}
export GAIT=${GAIT:-gait}

# Recordings that fail (code 1) do not fail the part: the tables name them.
array=$(sbatch --parsable --job-name=gait-part --array="1-$parts" --requeue --open-mode=append \
  --output="$output.shards/%a.log" --export=ALL,GAIT,MANIFEST="$manifest",OUTPUT="$output",PARTS="$parts" <<'JOB'
#!/bin/bash
"$GAIT" batch "$MANIFEST" --shard "$SLURM_ARRAY_TASK_ID/$PARTS" --output "$OUTPUT" \
  --store "$OUTPUT.shards/$SLURM_ARRAY_TASK_ID.gait" --jobs "${SLURM_CPUS_PER_TASK:-1}"
code=$?
[ $code -le 1 ] && exit 0
# A worker that was killed, as when memory ran out, gets three more tries.
[ $code -gt 128 ] && [ "${SLURM_RESTART_COUNT:-0}" -lt 3 ] && scontrol requeue "$SLURM_JOB_ID"
exit $code
JOB
)
last=$(sbatch --parsable --job-name=gait-tables --dependency="afterok:$array" --kill-on-invalid-dep=yes --requeue \
  --open-mode=append --output="$output.shards/tables.log" \
  --export=ALL,GAIT,MANIFEST="$manifest",OUTPUT="$output",PARTS="$parts" <<'JOB'
#!/bin/bash
stores=()
for part in $(seq "$PARTS"); do stores+=("$OUTPUT.shards/$part.gait"); done
"$GAIT" merge "${stores[@]}" --into "$OUTPUT.gait" || [ $? -eq 1 ] || exit
"$GAIT" batch "$MANIFEST" --store "$OUTPUT.gait" --output "$OUTPUT" --jobs "${SLURM_CPUS_PER_TASK:-1}" ||
  [ $? -eq 1 ]
JOB
)
echo "$parts parts are job $array, the tables job $last; logs are in $output.shards"
