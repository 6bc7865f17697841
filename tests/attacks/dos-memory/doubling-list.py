# problem: tide-table
# expect: reward 0
# why: doubles a list until there is no memory, and again after every failure

held = [0]
while True:
    try:
        held += held
    except MemoryError:
        held = held[: 1 << 20] + [held]
