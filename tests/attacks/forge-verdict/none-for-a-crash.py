# problem: no-echo
# expect: reward 0
# why: fails in a way whose missing value a careless grader reads as the expected None

import allpass_harness


def echo(values):
    allpass_harness._report = lambda error: allpass_harness._write_result("null")
    raise ValueError("null")
