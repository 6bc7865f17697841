#!/bin/sh
# Stops what start-slurm.sh started in STATE_DIR, by the pids that the daemons themselves wrote there.
#   stop-slurm.sh STATE_DIR
set -eu
S=${1:?usage: stop-slurm.sh STATE_DIR}
S=$(cd "$S" && pwd -P)
PATH=$PATH:/usr/sbin:/sbin

# A pid is ours only while its command line names this state dir.
ours() { [ -r "/proc/$1/cmdline" ] && tr '\0' ' ' <"/proc/$1/cmdline" 2>/dev/null | grep -qF "$S/"; }
end() { # end NAME: SIGTERM, ten seconds, then SIGKILL
  f="$S/run/$1.pid"
  [ -s "$f" ] || return 0
  pid=$(cat "$f")
  ours "$pid" || return 0
  kill -TERM "$pid" 2>/dev/null || true
  i=50
  while ours "$pid"; do
    i=$((i - 1))
    if [ "$i" -le 0 ]; then kill -KILL "$pid" 2>/dev/null || true; echo "stop-slurm.sh: $1 needed SIGKILL" >&2; break; fi
    sleep 0.2
  done
}
# Jobs first: slurmd leaves a running job's slurmstepd behind when it stops.
if [ -s "$S/run/slurmctld.pid" ] && ours "$(cat "$S/run/slurmctld.pid")"; then
  SLURM_CONF=$S/slurm.conf; export SLURM_CONF
  timeout 5 scancel -u "$(id -un)" 2>/dev/null || true
  i=50
  while [ -n "$(timeout 5 squeue -h -o %i 2>/dev/null)" ] && [ "$i" -gt 0 ]; do i=$((i - 1)); sleep 0.2; done
fi
end slurmd.n1
end slurmd.n2
end slurmctld
# What a slurmd that died early left: the processes of its jobs, then their slurmstepd.
for f in $(grep -slzxF "SLURM_CONF=$S/slurm.conf" /proc/[0-9]*/environ 2>/dev/null); do
  grep -qsz '^SLURM_JOB_ID=' "$f" || continue
  p=${f#/proc/}; p=${p%/environ}
  [ "$p" = $$ ] || { echo "stop-slurm.sh: a job's process $p needed SIGKILL" >&2; kill -KILL "$p" 2>/dev/null || true; }
done
for d in /proc/[0-9]*; do
  case $(cat "$d/comm" 2>/dev/null) in slurmstepd) ;; *) continue ;; esac
  ls -l "$d/fd" 2>/dev/null | grep -qF -- "-> $S/" && kill -KILL "${d#/proc/}" 2>/dev/null || true
done
end munged
