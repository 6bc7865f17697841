/** A problem of several lessons, with a right program in the parts that wrong ones share with it. */
export const LOWEST_BARREL = 'allpass/lowest-barrel';

export const READ = `import sys
data = list(map(int, sys.stdin.read().split()))
n, m = data[0], data[1]
a = data[2:2 + n]
`;
export const LEVEL = `
def cost(level):
    return sum(level - x for x in a if x < level)

lo, hi = min(a), min(a) + m
while lo < hi:
    mid = (lo + hi + 1) // 2
    if cost(mid) <= m:
        lo = mid
    else:
        hi = mid - 1
rest = m - cost(lo)
`;
export const POUR = `out = []
for x in a:
    if x <= lo and rest > 0:
        out.append(lo + 1)
        rest -= 1
    else:
        out.append(max(x, lo))
`;

export const RIGHT_PROGRAM = `${READ}${LEVEL}${POUR}print(*out)
`;
