# problem: tide-table
# expect: reward 0
# why: starts threads of every make that never end

import threading
from concurrent.futures import ThreadPoolExecutor


def forever():
    while True:
        pass


ThreadPoolExecutor(8).submit(print, "pool")
threading.Timer(0.01, forever).start()
threading.Thread(target=forever, daemon=True).start()
