# problem: slow-march
# expect: reward 0
# why: calls and writes through wild pointers

import ctypes

ctypes.memset(1 << 16, 0x41, 1 << 20)
ctypes.CFUNCTYPE(ctypes.c_int)(0x7FFFFFF)()
print(0)
