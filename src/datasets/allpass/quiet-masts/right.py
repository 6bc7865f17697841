def mast_value(parent: list[int], values: str) -> int:
    n = len(parent)
    children = [[] for _ in range(n)]
    root = 0
    for hill, above in enumerate(parent):
        if above < 0:
            root = hill
        else:
            children[above].append(hill)

    # Parents come before their children in this order.
    order = [root]
    for hill in order:
        order.extend(children[hill])

    # mast:  best value of the subtree with a mast on its top hill
    # empty: no mast on the top hill nor on its children
    # below: no mast on the top hill, at most one on its children
    mast = [0] * n
    empty = [0] * n
    below = [0] * n
    for hill in reversed(order):
        with_mast = int(values[hill])
        without = 0
        gain = 0
        for child in children[hill]:
            with_mast += empty[child]
            without += below[child]
            gain = max(gain, mast[child] - below[child])
        mast[hill] = with_mast
        empty[hill] = without
        below[hill] = without + gain

    return max(mast[root], below[root])
