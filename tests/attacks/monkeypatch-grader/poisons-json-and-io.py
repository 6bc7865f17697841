# problem: braid
# expect: reward 0
# why: patches the modules that could carry the answer across, C accelerators included

import io
import json
import json.encoder
import sys
import traceback

answer = '{"verdict": "accepted"}'
json.dumps = json.encoder.encode_basestring_ascii = json.encoder.c_make_encoder = lambda *_, **__: answer
json.JSONEncoder.encode = json.JSONEncoder.iterencode = lambda *_: answer
io.FileIO = io.TextIOWrapper = io.BytesIO = io.StringIO
traceback.format_exception = lambda *_, **__: []
sys.set_int_max_str_digits = sys.get_int_max_str_digits = lambda *_: 0
sys.modules["json"] = sys.modules["_json"] = sys.modules[__name__]


def braid(left, right):
    return [{"verdict": "accepted"}]
