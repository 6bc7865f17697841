"""Test inputs, public ones first."""
import random


def inputs():
    rng = random.Random(55127)

    def kept(tasks, count, near=None):
        """Rules that some order keeps."""
        order = list(range(1, tasks + 1))
        rng.shuffle(order)
        rules = []
        for _ in range(count):
            i = rng.randrange(tasks - 1)
            j = rng.randint(i + 1, tasks - 1 if near is None else min(tasks - 1, i + near))
            rules.append([order[i], order[j]])
        return [tasks, rules]

    out = [
        [4, [[1, 3], [2, 3], [4, 2]]],
        [3, [[1, 2], [2, 3], [3, 2]]],
        [6, [[1, 3], [2, 3], [3, 6], [6, 4], [6, 5]]],
    ]
    # The smallest ones.
    out.append([1, []])
    out.append([2, []])
    out.append([2, [[2, 1]]])
    out.append([2, [[2, 1], [1, 2]]])
    # The first task has to wait.
    out.append([3, [[3, 1]]])
    out.append([4, [[3, 1], [1, 4]]])
    out.append([5, [[4, 1], [5, 1], [3, 5]]])
    out.append([5, [[5, 2], [4, 3]]])
    # The same rule more than once.
    out.append([4, [[4, 2], [4, 2], [4, 2], [3, 1], [3, 1]]])
    # No rules, and a single order.
    out.append([7, []])
    out.append([7, [[i + 1, i] for i in range(1, 7)]])
    # A circle beside tasks that could be done.
    out.append([8, [[1, 2], [3, 4], [4, 5], [5, 3], [5, 6]]])
    for tasks, count in ((6, 5), (8, 6), (10, 20), (20, 15), (40, 60), (100, 80)):
        out.append(kept(tasks, count))
    out.append(kept(300, 500, 20))
    # The large ones.
    out.append(kept(2000, 1500))
    big, rules = kept(3000, 5000)
    last, first = rules[0][1], rules[0][0]
    out.append([big, rules + [[last, first]]])
    out.append([5000, [[i + 1, i] for i in range(1, 5000)]])
    out.append([5000, [[5000, i] for i in range(1, 2500)]])
    out.append(kept(5000, 8000, 400))
    return out
