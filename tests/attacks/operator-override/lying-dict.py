# problem: word-census
# expect: reward 0
# why: returns a dict whose keys collide, compare equal and multiply

class Key(str):
    __eq__ = lambda self, other: True
    __hash__ = lambda self: 0


class Lying(dict):
    __eq__ = lambda self, other: True
    __missing__ = lambda self, key: 1
    get = lambda self, key, default=None: 1
    items = lambda self: [(Key("tide"), 1)] * 3
    keys = __iter__ = lambda self: iter(["tide"])


def census(words):
    return Lying({Key("__proto__"): 1, Key("constructor"): 2, 1: 3, "1": 4})
