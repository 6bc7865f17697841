# problem: tide-table
# expect: reward 1
# why: sys.stdin.read, several lines of output, no newline at the end

import sys

numbers = sorted(set(map(int, sys.stdin.read().split()[1:])))
gap = max((b - a for a, b in zip(numbers, numbers[1:])), default=0)
sys.stdout.write(f"{len(numbers)}\n{gap} {numbers[0]} {numbers[-1]}")
