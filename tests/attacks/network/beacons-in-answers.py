# problem: no-echo
# expect: reward 0
# why: puts markup that would fetch into the value, the error and the traceback

URL = "http://bait.invalid/shown"
Beacon = type(f"<img src='{URL}-class'>", (Exception,), {})


def echo(values):
    if len(values) % 2:
        return f"<img src='{URL}-value'>"
    raise Beacon(f"<iframe src='{URL}-message'></iframe>![x]({URL}-markdown)")
