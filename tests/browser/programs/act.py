"""The program made of world.py and mischief.py, on an input: a look at the world, or mischief."""


def act(name):
    if name != "canary":
        globals()[name]()
        return None
    seen = world()
    import sys, time

    # When this worker's clock began tells one worker from another, and nothing else does.
    print(time.time() - time.monotonic(), file=sys.stderr)
    return seen


if __name__ == "__main__":
    seen = act(input())
    if seen is not None:
        print(seen)
