#!/bin/sh
# Starts a real two-node Slurm on this one machine, on the loopback only.
#   start-slurm.sh STATE_DIR        then: export SLURM_CONF=STATE_DIR/slurm.conf
# Needs the packages slurmctld, slurmd, slurm-client and munge. Settings by environment:
#   FIXTURE_CPUS     CPUs each node claims, real or not (2)
#   FIXTURE_MB       megabytes that each node claims, real or not (8000)
#   FIXTURE_PORT     first of three free ports; a free run of three is looked for from here (17817)
#   FIXTURE_READY_S  seconds to wait for both nodes (30)
#   FIXTURE_JOB_AGE  MinJobAge: 4 makes sbatch --wait poll every 2 s, but a finished task can be
#                    requeued for some seconds only; 300 (Slurm's own) polls after 2, 10, 42 s (4)
set -eu
umask 022
S=${1:?usage: start-slurm.sh STATE_DIR}
mkdir -p "$S"
S=$(cd "$S" && pwd -P)
PATH=$PATH:/usr/sbin:/sbin:/usr/local/sbin
me=$(id -un)
host=$(hostname -s)
here=$(cd "$(dirname "$0")" && pwd)

# Slurm can bind one address only: the one this machine's own name has. Where that is not a
# loopback address, the three ports listen on all of them; the fresh munge key still guards them.
addr=$(getent ahostsv4 "$host" | awk 'NR == 1 { print $1 }') || addr=
case $addr in
  127.*) bind=CommunicationParameters=NoCtldInAddrAny,NoInAddrAny ;;
  *) addr=127.0.0.1 bind='#'; echo "start-slurm.sh: $host is no loopback name: listening on all addresses" >&2 ;;
esac

case $S in *[!A-Za-z0-9/._-]*) echo "start-slurm.sh: $S: plain characters only, please" >&2; exit 2;; esac
[ ${#S} -le 80 ] || { echo "start-slurm.sh: $S is too long for a socket's path" >&2; exit 2; }
[ ! -e "$S/slurm.conf" ] || { echo "start-slurm.sh: $S has been used: stop it and remove it first" >&2; exit 2; }
for tool in munged slurmctld slurmd sbatch sinfo ss timeout; do
  command -v "$tool" >/dev/null || { echo "start-slurm.sh: no $tool" >&2; exit 3; }
done

# Three free ports in a row, below the range that outgoing connections use.
base=${FIXTURE_PORT:-17817}
used=$(ss -Htln | awk '{ sub(/.*:/, "", $4); print $4 }')
taken() { for p in $used; do [ "$p" -lt "$base" ] || [ "$p" -gt $((base + 2)) ] || return 0; done; return 1; }
while taken; do base=$((base + 3)); done

mkdir -p "$S/ctld" "$S/log" "$S/run" "$S/munge"
chmod 700 "$S/munge"
(umask 077; head -c 128 /dev/urandom >"$S/munge/key")

cat >"$S/slurm.conf" <<CONF
ClusterName=fixture
SlurmctldHost=$host($addr)
SlurmctldPort=$base
SlurmUser=$me
SlurmdUser=$me
$bind
AuthType=auth/munge
CredType=cred/munge
AuthInfo=socket=$S/run/munge.socket,cred_expire=5
StateSaveLocation=$S/ctld
SlurmdSpoolDir=$S/spool.%n
SlurmctldPidFile=$S/run/slurmctld.pid
SlurmdPidFile=$S/run/slurmd.%n.pid
SlurmctldLogFile=$S/log/slurmctld.log
SlurmdLogFile=$S/log/slurmd.%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
JobCompType=jobcomp/filetxt
JobCompLoc=$S/log/jobcomp.log
MpiDefault=none
SwitchType=switch/none
SchedulerType=sched/builtin
SchedulerParameters=sched_interval=1,batch_sched_delay=0
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU,CR_LLN
SlurmdParameters=config_overrides
PropagateResourceLimits=NONE
MailProg=/bin/true
ReturnToService=2
KillWait=2
MinJobAge=${FIXTURE_JOB_AGE:-4}
NodeName=n1 NodeHostname=$host NodeAddr=$addr Port=$((base + 1)) CPUs=${FIXTURE_CPUS:-2} RealMemory=${FIXTURE_MB:-8000}
NodeName=n2 NodeHostname=$host NodeAddr=$addr Port=$((base + 2)) CPUs=${FIXTURE_CPUS:-2} RealMemory=${FIXTURE_MB:-8000}
PartitionName=all Nodes=n1,n2 Default=YES MaxTime=INFINITE State=UP
CONF
export SLURM_CONF="$S/slurm.conf"
trap 'code=$?; [ "$code" = 0 ] || "$here/stop-slurm.sh" "$S"; exit "$code"' EXIT

munged --force --socket="$S/run/munge.socket" --key-file="$S/munge/key" --seed-file="$S/munge/seed" \
  --pid-file="$S/run/munged.pid" --log-file="$S/log/munged.log" </dev/null >>"$S/log/start.log" 2>&1
slurmctld -f "$SLURM_CONF" </dev/null >>"$S/log/start.log" 2>&1
for n in n1 n2; do
  mkdir -p "$S/spool.$n"
  slurmd -f "$SLURM_CONF" -N "$n" </dev/null >>"$S/log/start.log" 2>&1
done

# Ready when the controller reports both nodes idle. The bound is on the clock: sinfo can hang.
until=$(($(date +%s) + ${FIXTURE_READY_S:-30}))
while [ "$(timeout 3 sinfo -h -N -o '%N=%T' 2>/dev/null | tr '\n' ' ')" != 'n1=idle n2=idle ' ]; do
  if [ "$(date +%s)" -ge "$until" ]; then echo "start-slurm.sh: not ready; see $S/log" >&2; exit 1; fi
  sleep 0.2
done
echo "SLURM_CONF=$SLURM_CONF"
