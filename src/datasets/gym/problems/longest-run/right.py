def longest(beads):
    best = run = 0
    for at, bead in enumerate(beads):
        run = run + 1 if at and beads[at - 1] == bead else 1
        best = max(best, run)
    return best
