"""A tokenizer of bytes and a tiny Qwen2 with random weights, for trainers on the CPU."""

from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import PreTrainedTokenizerFast, Qwen2Config, Qwen2ForCausalLM


def tokenizer_of(texts):
    letters = pre_tokenizers.ByteLevel.alphabet()
    core = Tokenizer(models.BPE())
    core.pre_tokenizer, core.decoder = pre_tokenizers.ByteLevel(add_prefix_space=False), decoders.ByteLevel()
    specials = ["<pad>", "<eos>"]
    core.train_from_iterator(
        texts, trainers.BpeTrainer(vocab_size=400, special_tokens=specials, initial_alphabet=letters)
    )
    return PreTrainedTokenizerFast(
        tokenizer_object=core, pad_token="<pad>", eos_token="<eos>", padding_side="left"
    )


def model_of(tokenizer, positions=256):
    size = {"hidden_size": 32, "intermediate_size": 64, "num_hidden_layers": 1}
    heads = {"num_attention_heads": 2, "num_key_value_heads": 1, "max_position_embeddings": positions}
    ids = {"pad_token_id": tokenizer.pad_token_id, "eos_token_id": tokenizer.eos_token_id, "bos_token_id": None}
    return Qwen2ForCausalLM(Qwen2Config(vocab_size=len(tokenizer), **size, **heads, **ids))
