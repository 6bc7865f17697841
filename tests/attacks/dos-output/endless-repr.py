# problem: tide-table
# expect: reward 0
# why: raises an error whose text never ends

class Endless(Exception):
    def __str__(self):
        return "tide" * (50 << 20)


raise Endless
