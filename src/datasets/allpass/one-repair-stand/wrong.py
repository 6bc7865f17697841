import sys
from collections import deque


def main():
    data = list(map(int, sys.stdin.buffer.read().split()))
    n, q = data[0], data[1]
    arrive = data[2::2]
    left = data[3::2]
    finish = [0] * n
    queue = deque()
    clock = 0
    coming = 0
    while queue or coming < n:
        if not queue:
            clock = max(clock, arrive[coming])
        while coming < n and arrive[coming] <= clock:
            queue.append(coming)
            coming += 1
        member = queue.popleft()
        work = min(q, left[member])
        clock += work
        left[member] -= work
        # Only those who came during the turn; a tie goes to the member coming back.
        while coming < n and arrive[coming] < clock:
            queue.append(coming)
            coming += 1
        if left[member]:
            queue.append(member)
        else:
            finish[member] = clock
    print("\n".join(map(str, finish)))


main()
