# problem: tide-table
# expect: reward 0
# why: asks for sizes near the ends of every integer type

for size in (1 << 31, (1 << 32) - 1, (1 << 32) + 1, (1 << 53) + 1, (1 << 63) - 1):
    for make in (bytearray, lambda n: [None] * n, lambda n: "x" * n, lambda n: (0,) * n):
        try:
            make(size)
        except (MemoryError, OverflowError, ValueError):
            pass
print("survived")
