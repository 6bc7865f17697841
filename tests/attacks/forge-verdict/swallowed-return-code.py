# problem: half-tide
# expect: reward 0
# why: crashes after turning the harness's own return codes around

import allpass_harness

allpass_harness.RAISED = allpass_harness.SYNTAX_ERROR = allpass_harness.DONE
raise SystemError
