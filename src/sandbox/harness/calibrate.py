"""Provides a fixed piece of work. The engine measures its time to compare this worker with native Python.

The work is a mixture of the work of competition programs: integer loops, dictionaries, sorting, text. Native CPython
3.11 needs REFERENCE_MILLISECONDS (src/judge/time-factor.ts) for it on the reference machine.
"""


def kernel():
    total = 0
    for i in range(30_000):
        total += i * i % 7
    counts = {}
    for i in range(6_000):
        key = i * 7919 % 1009
        counts[key] = counts.get(key, 0) + i
    values = sorted(counts.values(), reverse=True)
    table = [0] * 1_000
    for value in (3, 7, 11, 19, 23):
        for i in range(value, 1_000):
            if table[i - value] + 1 > table[i]:
                table[i] = table[i - value] + 1
    text = " ".join(map(str, values))
    return total + table[-1] + len(text.split())


if __name__ == "__main__":
    import time

    best = 1.0
    for _ in range(50):
        begun = time.perf_counter()
        kernel()
        best = min(best, time.perf_counter() - begun)
    print(f"{best * 1000:.2f} ms")
