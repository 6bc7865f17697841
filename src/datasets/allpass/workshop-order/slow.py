class Solution:
    def workOrder(self, tasks: int, rules: list[list[int]]) -> list[int]:
        placed = [False] * (tasks + 1)
        backwards = []
        for _ in range(tasks):
            # The last free place goes to the largest task without an unplaced follower.
            for task in range(tasks, 0, -1):
                if placed[task]:
                    continue
                free = True
                for a, b in rules:
                    if a == task and not placed[b]:
                        free = False
                        break
                if free:
                    placed[task] = True
                    backwards.append(task)
                    break
            else:
                return []
        backwards.reverse()
        return backwards
