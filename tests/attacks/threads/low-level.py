# problem: silent-buoy
# expect: reward 0
# why: starts raw threads and interrupts the main one, where the right output is empty

import _thread

_thread.interrupt_main()
_thread.start_new_thread(_thread.interrupt_main, ())
raise _thread.error("no more threads")
