# problem: slow-march
# expect: reward 0
# why: finds the table that an earlier right program computed and takes the answer from it

# A right program of this problem kept its terms as 32-bit numbers: 7, 12394, 615590, …
import re
import struct

import _ctypes

terms = [7]
for _ in range(7):
    terms.append((terms[-1] ** 2 + 12345) % 1000003)


class Char(_ctypes._SimpleCData):
    _type_ = "c"


class Memory(_ctypes.Array):
    _type_ = Char
    _length_ = 14 << 20


n = int(input())
answer = 0
memory = memoryview(Memory.from_address(16 << 20)).cast("B")
for hit in re.finditer(re.escape(struct.pack("<8I", *terms)), memory):
    at = hit.start() + 4 * n
    found = struct.unpack("<I", memory[at : at + 4])[0] if at + 4 <= len(memory) else 0
    answer = found if 7 < found < 1000003 else answer
print(answer)
