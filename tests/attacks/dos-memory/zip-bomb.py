# problem: tide-table
# expect: reward 0
# why: unpacks a few kilobytes into gigabytes

import zlib

packed = zlib.compress(bytes(48 << 20), 9)
unpacked = [zlib.decompress(packed) for _ in range(1000)]
print(len(unpacked))
