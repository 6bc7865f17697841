"""Converts a GGUF file to a folder in the format of Hugging Face: convert.py FILE.gguf FOLDER."""

import os
import sys

os.environ["HF_HUB_OFFLINE"] = "1"

import torch  # noqa: E402
from transformers import AutoModelForCausalLM, AutoTokenizer, LlamaForCausalLM  # noqa: E402

source, target = sys.argv[1:3]
folder, name = os.path.split(source)
tokenizer = AutoTokenizer.from_pretrained(folder, gguf_file=name)
quantized = AutoModelForCausalLM.from_pretrained(folder, gguf_file=name, dtype=torch.float32)
config = quantized.config
if hasattr(config, "quantization_config"):
    del config.quantization_config
plain = LlamaForCausalLM(config)
plain.load_state_dict(quantized.state_dict())
plain.tie_weights()
plain.to(torch.bfloat16).save_pretrained(target)
tokenizer.save_pretrained(target)
