from heapq import heapify, heappop, heappush


class Solution:
    def workOrder(self, tasks: int, rules: list[list[int]]) -> list[int]:
        later = [[] for _ in range(tasks + 1)]
        waits = [0] * (tasks + 1)
        for a, b in rules:
            later[a].append(b)
            waits[b] += 1
        # The lexicographically smallest order: not the same thing.
        ready = [task for task in range(1, tasks + 1) if waits[task] == 0]
        heapify(ready)
        order = []
        while ready:
            task = heappop(ready)
            order.append(task)
            for other in later[task]:
                waits[other] -= 1
                if waits[other] == 0:
                    heappush(ready, other)
        return order if len(order) == tasks else []
