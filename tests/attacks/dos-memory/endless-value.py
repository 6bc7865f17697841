# problem: braid
# expect: reward 0
# why: returns values that contain themselves, or that never stop giving items

class Endless(dict):
    def items(self):
        return iter(lambda: (1, 2), None)

    __iter__ = items

    def __len__(self):
        return 1 << 60


def braid(left, right):
    loop = [left]
    loop.append(loop)
    return Endless(loop=loop) if len(left) % 2 else loop
