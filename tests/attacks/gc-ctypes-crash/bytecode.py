# problem: slow-march
# expect: reward 0
# why: runs code objects that no compiler makes

def shell(a=0):
    return a


wild = shell.__code__.replace(co_code=bytes([94, 255, 100, 200, 83, 9]) * 40, co_consts=(), co_stacksize=0)
shell.__code__ = wild
print(shell())
