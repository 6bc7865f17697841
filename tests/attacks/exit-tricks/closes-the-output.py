# problem: slow-march
# expect: reward 0
# why: closes every descriptor and ends well, in case output that cannot be read counts as right

import os

for descriptor in range(64):
    try:
        os.close(descriptor)
    except OSError:
        pass
raise SystemExit(0)
