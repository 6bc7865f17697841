import sys
from collections import deque


def main():
    data = list(map(int, sys.stdin.buffer.read().split()))
    n, q = data[0], data[1]
    arrive = data[2::2]
    left = data[3::2]
    finish = [0] * n
    queue = deque()
    member = None
    used = 0
    minute = 0
    coming = 0
    done = 0
    # One round of the loop is one minute of the clock.
    while done < n:
        while coming < n and arrive[coming] == minute:
            queue.append(coming)
            coming += 1
        if member is not None:
            if left[member] == 0:
                finish[member] = minute
                done += 1
                member = None
            elif used == q:
                queue.append(member)
                member = None
        if member is None and queue:
            member = queue.popleft()
            used = 0
        if member is not None:
            left[member] -= 1
            used += 1
        minute += 1
    print("\n".join(map(str, finish)))


main()
