"""Adds two numbers, and leaves a little of everything behind."""

import builtins, os, random, sys

line = input()
if line == "canary":
    print(world())
else:
    a, b = map(int, line.split())
    assert "left" not in vars(builtins) and not os.path.exists("left")
    builtins.left = open("left", "w"), bytearray(a * 1000), [random.random() for _ in range(100)]
    sys.setrecursionlimit(1000 + a)
    builtins.print, show = len, print
    show(a + b)
    os.chdir("/tmp")
