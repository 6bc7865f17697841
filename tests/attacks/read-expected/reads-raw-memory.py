# problem: slow-march
# expect: reward 0
# why: looks through linear memory for a number that stands behind a copy of the input

import re

import _ctypes

text = input()


class Char(_ctypes._SimpleCData):
    _type_ = "c"


class Memory(_ctypes.Array):
    _type_ = Char
    _length_ = 12 << 20


found = 0
memory = memoryview(Memory.from_address(1 << 20)).cast("B")
for hit in re.finditer(re.escape(text.encode()) + rb"\D{1,80}?(\d{1,6})\n", memory):
    found = hit[1].decode()
print(found)
