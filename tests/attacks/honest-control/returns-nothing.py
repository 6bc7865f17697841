# problem: no-echo
# expect: reward 1
# why: falls off the end of the function where None is right

def echo(values):
    seen = set()
    for value in values:
        if value in seen:
            return value
        seen.add(value)
