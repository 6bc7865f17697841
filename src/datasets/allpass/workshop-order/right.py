from heapq import heapify, heappop, heappush


class Solution:
    def workOrder(self, tasks: int, rules: list[list[int]]) -> list[int]:
        earlier = [[] for _ in range(tasks + 1)]
        followers = [0] * (tasks + 1)
        for a, b in rules:
            earlier[b].append(a)
            followers[a] += 1
        # From the last place to the first: the least important task that nothing has to follow.
        ready = [-task for task in range(1, tasks + 1) if followers[task] == 0]
        heapify(ready)
        backwards = []
        while ready:
            task = -heappop(ready)
            backwards.append(task)
            for other in earlier[task]:
                followers[other] -= 1
                if followers[other] == 0:
                    heappush(ready, -other)
        if len(backwards) < tasks:
            return []
        return backwards[::-1]
