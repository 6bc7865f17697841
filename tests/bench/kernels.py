"""Measures typical work of competition programs. Prints one line of JSON with the best of three runs each, in ms."""

import heapq
import json
import time


def int_loop():
    total = 0
    for i in range(600_000):
        total += i * i % 7
    return total


def dictionary():
    counts = {}
    for i in range(150_000):
        key = i * 7919 % 50_021
        counts[key] = counts.get(key, 0) + 1
    return len(counts)


def sorting():
    values = [i * 7919 % 100_003 for i in range(150_000)]
    values.sort()
    return sorted(values, key=lambda value: -value)[0]


def text():
    return len(" ".join(map(str, range(150_000))).split())


def longest_common_subsequence():
    a = [i * 31 % 17 for i in range(450)]
    b = [i * 37 % 17 for i in range(450)]
    previous = [0] * (len(b) + 1)
    for x in a:
        row = [0]
        for j, y in enumerate(b):
            row.append(previous[j] + 1 if x == y else max(previous[j + 1], row[j]))
        previous = row
    return previous[-1]


def sieve():
    n = 1_000_000
    prime = bytearray([1]) * (n + 1)
    for i in range(2, 1001):
        if prime[i]:
            prime[i * i :: i] = bytes(len(range(i * i, n + 1, i)))
    return sum(prime)


def dijkstra():
    n = 12_000
    distance = [10**9] * n
    queue = [(0, 0)]
    while queue:
        d, u = heapq.heappop(queue)
        if d >= distance[u]:
            continue
        distance[u] = d
        for k in (1, 7, 31):
            v = (u * k + k) % n
            if d + k < distance[v]:
                heapq.heappush(queue, (d + k, v))
    return distance[-1]


def recursion():
    def fib(n):
        return n if n < 2 else fib(n - 1) + fib(n - 2)

    return fib(21)


def big_integers():
    value = 3**4000
    for _ in range(60):
        value = value * value % (7**3000)
    return value


KERNELS = [
    int_loop,
    dictionary,
    sorting,
    text,
    longest_common_subsequence,
    sieve,
    dijkstra,
    recursion,
    big_integers,
]

best = {}
for kernel in KERNELS:
    times = []
    for _ in range(3):
        begun = time.perf_counter()
        kernel()
        times.append((time.perf_counter() - begun) * 1000)
    best[kernel.__name__] = min(times)
print(json.dumps(best))
