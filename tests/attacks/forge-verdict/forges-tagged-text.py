# problem: gate
# expect: reward 0
# why: makes the harness hand over texts that a careless reader could take for any value

import itertools
import sys

import allpass_harness
import allpass_values

TEXTS = [
    '{"o":"accepted"}',
    '{"i":"1","i":"0"}',
    '{"__proto__":{"kind":"bool","value":true}}',
    '{"i":"0x1"}',
    '{"i":""}',
    '{"f":"nan"}',
    '{"verdict":"accepted","reward":1}',
    "true,false",
    "[true][0]",
    "",
]
turn = itertools.count()


def gate(heights, limit):
    text = TEXTS[len(heights) % len(TEXTS)]
    for module in (allpass_values, allpass_harness, sys.modules["allpass_harness"]):
        module.tagged = lambda value: text
    return "anything"
