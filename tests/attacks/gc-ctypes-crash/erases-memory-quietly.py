# problem: slow-march
# expect: reward 0
# why: writes over the whole interpreter without a foreign call, then trips over it

import _ctypes


class Char(_ctypes._SimpleCData):
    _type_ = "c"


class Memory(_ctypes.Array):
    _type_ = Char
    _length_ = 16 << 20


memory = memoryview(Memory.from_address(1024)).cast("B")
memory[:] = b"\xff" * len(memory)
print(0)
