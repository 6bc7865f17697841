# problem: tide-table
# expect: reward 0
# why: prints what is no text: stray bytes, lone surrogates, control characters, writing from right to left

import os
import sys

os.write(1, bytes(range(256)) * 16)
sys.stdout.buffer.write(b"\xed\xa0\x80\xff\xfe\x00" * 1000)
print("\u202e\u2066</script><img src=x onerror=alert(1)>\x1b]0;owned\x07")
