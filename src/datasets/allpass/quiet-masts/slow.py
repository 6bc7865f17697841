def mast_value(parent: list[int], values: str) -> int:
    n = len(parent)
    children = [[] for _ in range(n)]
    root = 0
    for hill, above in enumerate(parent):
        if above < 0:
            root = hill
        else:
            children[above].append(hill)

    # Compute every hill again and again until nothing changes. On a deep
    # tree it takes as many rounds as the tree is deep.
    state = [(0, 0, 0)] * n
    while True:
        following = []
        for hill in range(n):
            with_mast = int(values[hill])
            without = 0
            gain = 0
            for child in children[hill]:
                mast, empty, below = state[child]
                with_mast += empty
                without += below
                gain = max(gain, mast - below)
            following.append((with_mast, without, without + gain))
        if following == state:
            break
        state = following

    return max(state[root][0], state[root][2])
