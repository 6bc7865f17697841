# problem: tide-table
# expect: reward 0
# why: fills the disk: large files, sparse files, files that grow while they are unlinked

import os

held = []
for turn in range(10000):
    try:
        descriptor = os.open(f"/tmp/{turn}", os.O_CREAT | os.O_RDWR)
        held.append(descriptor)
        os.pwrite(descriptor, b"x", (1 << 30) - turn)
        os.ftruncate(descriptor, 1 << 31)
        os.unlink(f"/tmp/{turn}")
    except (OSError, OverflowError):
        try:
            os.write(descriptor, bytes(8 << 20))
        except OSError:
            if turn > 200:
                break
print("filled")
