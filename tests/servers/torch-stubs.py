"""Makes PyPI's wheel of torch importable without the gigabytes of CUDA: torch-stubs.py SITE_PACKAGES.

Every library of NVIDIA that it is linked against becomes an empty one whose functions report that there is no device.
"""

import collections
import glob
import os
import re
import subprocess
import sys
import tempfile

site = sys.argv[1]


def output(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


libraries = glob.glob(site + "/torch/lib/*.so*") + glob.glob(site + "/torch/_C*.so")
needed, wanted, defined = {}, set(), set()
for library in libraries:
    for name in re.findall(r"NEEDED.*\[(.*?)\]", output("readelf", "-d", library)):
        needed[name] = True
    for line in output("nm", "-D", library).splitlines():
        *_, kind, symbol = line.split()
        (wanted if kind in "Uw" else defined).add(symbol)

there = {os.path.basename(library) for library in libraries}
missing = [name for name in needed if re.match(r"lib(cu|nccl|nv)", name) and name not in there]
by_version = collections.defaultdict(set)
for symbol in wanted:
    name, _, version = symbol.partition("@")
    if re.match(r"(cu|__cuda|nccl|nv|nvtx|cudnn|__fatbin)", name, re.I):
        by_version[version.lstrip("@")].add(name)
version_of = {"libnvshmem_host.so.3": "NVSHMEM"}
claimed = set().union(*(by_version.get(version_of.get(name, name), set()) for name in missing))
unclaimed = set().union(*by_version.values()) - {symbol.partition("@")[0] for symbol in defined} - claimed

BODIES = {
    "cudaGetErrorString": 'const char *cudaGetErrorString() { return "no device"; }',
    "cudaGetErrorName": 'const char *cudaGetErrorName() { return "no device"; }',
    "__cudaRegisterFatBinary": "static void *handle[8]; void **__cudaRegisterFatBinary() { return handle; }",
    "cudaGetDeviceCount": "int cudaGetDeviceCount(int *n) { if (n) *n = 0; return 100; }",
}
target = site + "/nvidia/cu13/lib"
os.makedirs(target, exist_ok=True)
with tempfile.TemporaryDirectory() as scratch:
    for name in missing:
        version = version_of.get(name, name)
        symbols = set(by_version.get(version, set()))
        if name.startswith("libcudart"):
            symbols |= unclaimed
        lines = [BODIES.get(symbol, f"int {symbol}() {{ return 100; }}") for symbol in sorted(symbols)]
        with open(f"{scratch}/stub.c", "w") as file:
            file.write("\n".join(lines) or "int nothing;")
        with open(f"{scratch}/stub.map", "w") as file:
            file.write(version + " { global: *; };\n")
        subprocess.run(
            ["gcc", "-w", "-shared", "-fPIC", "-o", f"{target}/{name}", f"{scratch}/stub.c"]
            + [f"-Wl,-soname,{name}", f"-Wl,--version-script={scratch}/stub.map"],
            check=True,
        )
