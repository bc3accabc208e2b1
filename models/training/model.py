"""A small pre-norm transformer encoder with the heads used here. Matrix products run in the compute dtype, all else in fp32."""
import math

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from common import fast_dtype

# They bring products and differences of vectors of length 1 to the size of the encoder's outputs.
SAME_SCALE, APART_SCALE = 16.0, 4.0
DTYPES = {"bfloat16": torch.bfloat16, "float32": torch.float32}


class Linear(nn.Linear):
    """A linear layer whose product runs in `compute`; its result comes back in fp32 unless `keep` is set."""
    compute = torch.float32

    def forward(self, x, keep=False):
        dtype = Linear.compute
        bias = None if self.bias is None else self.bias.to(dtype)
        y = F.linear(x.to(dtype), self.weight.to(dtype), bias)
        return y if keep else y.float()


class Layer(nn.Module):
    def __init__(self, hidden, heads, ffn):
        super().__init__()
        self.heads = heads
        self.norm1 = nn.LayerNorm(hidden)
        self.qkv = Linear(hidden, 3 * hidden)
        self.out = Linear(hidden, hidden)
        self.norm2 = nn.LayerNorm(hidden)
        self.up = Linear(hidden, ffn)
        self.down = Linear(ffn, hidden)

    def forward(self, normed, x, bias, rows):
        """What the layer makes of the first `rows` tokens of x; `normed` is norm1(x), and all of its tokens are attended to."""
        b, n, h = x.shape
        q, k, v = self.qkv(normed, keep=True).view(b, n, 3, self.heads, h // self.heads).permute(2, 0, 3, 1, 4)
        scores = torch.matmul(q[:, :, :rows] * (1 / math.sqrt(h // self.heads)), k.transpose(2, 3)).float()
        attention = torch.softmax(scores + bias[:, :, :rows], -1).to(v.dtype)
        x = x[:, :rows] + self.out(torch.matmul(attention, v).transpose(1, 2).reshape(b, -1, h))
        return x + self.down(F.gelu(self.up(self.norm2(x), keep=True)))


def relative_start(layers, heads, reach):
    """Start values of the relative position bias: heads that look one to the left, one to the right, nearby, and everywhere."""
    distance = torch.arange(-reach, reach + 1).float()
    shapes = [-(distance + 1).abs().clamp(max=8), -(distance - 1).abs().clamp(max=8), -0.2 * distance.abs(), 0 * distance]
    return torch.stack([shapes[h % 4] for h in range(heads)])[None].repeat(layers, 1, 1)


class Encoder(nn.Module):
    def __init__(self, vocab_size, hidden, layers, heads, ffn, reach, types):
        super().__init__()
        self.reach = reach
        self.tokens = nn.Embedding(vocab_size, hidden)
        self.relative = nn.Parameter(relative_start(layers, heads, reach))
        self.types = nn.Embedding(types, hidden)
        self.norm0 = nn.LayerNorm(hidden)
        self.layers = nn.ModuleList(Layer(hidden, heads, ffn) for _ in range(layers))
        self.norm = nn.LayerNorm(hidden)
        self.apply(self._init)
        nn.init.zeros_(self.types.weight)
        for layer in self.layers:
            for m in (layer.out, layer.down):
                nn.init.normal_(m.weight, std=0.04 / math.sqrt(2 * layers))

    @staticmethod
    def _init(m):
        if isinstance(m, (nn.Linear, nn.Embedding)):
            nn.init.normal_(m.weight, std=0.04)
        if isinstance(m, nn.Linear):
            nn.init.zeros_(m.bias)

    def forward(self, ids, mask=None, types=None):
        """[batch, length, hidden]."""
        return self.read(ids, mask, types, ids.shape[1])[1]

    def read(self, ids, mask, types, rows):
        """(what the last layer reads of all tokens, what it makes of the first `rows`)."""
        x = self.norm0(self.tokens(ids) + self.types(torch.zeros_like(ids) if types is None else types))
        at = torch.arange(ids.shape[1], device=ids.device)
        apart = (at[None, :] - at[:, None]).clamp(-self.reach, self.reach) + self.reach
        hidden = 0.0 if mask is None else (1.0 - mask[:, None, None, :].float()) * -1e4
        for i, (layer, relative) in enumerate(zip(self.layers, self.relative)):
            normed = layer.norm1(x)
            last = i + 1 == len(self.layers)
            x = layer(normed, x, relative[:, apart][None] + hidden, rows if last else ids.shape[1])
        return normed, self.norm(x)


class MaskedLanguageModel(nn.Module):
    def __init__(self, encoder):
        super().__init__()
        hidden = encoder.tokens.weight.shape[1]
        self.encoder = encoder
        self.transform = Linear(hidden, hidden)
        self.norm = nn.LayerNorm(hidden)
        self.bias = nn.Parameter(torch.zeros(encoder.tokens.weight.shape[0]))
        Encoder._init(self.transform)

    def forward(self, ids, where, candidates):
        """Scores of the candidate pieces at the masked places (flat indices `where`)."""
        x = self.encoder(ids).flatten(0, 1)[where]
        x = self.norm(F.gelu(self.transform(x)))
        dtype = Linear.compute
        table = self.encoder.tokens.weight[candidates].to(dtype)
        return F.linear(x.to(dtype), table).float() + self.bias[candidates]


class Reranker(nn.Module):
    """Reads question and passage together, and compares what it made of the one with what it made of the other, as the embedder does. It
    starts from the embedder's encoder, and so from what that has learnt of which texts belong together.

    Both sides are compared as they are before the last layer, which is left to [CLS] alone: for all other tokens it would be a fifth of the work."""

    def __init__(self, encoder):
        super().__init__()
        hidden = encoder.tokens.weight.shape[1]
        self.encoder = encoder
        self.pool = Linear(3 * hidden, hidden)
        self.score = nn.Linear(hidden, 1)
        self.near = nn.Parameter(torch.tensor([15.0]))
        Encoder._init(self.pool)
        nn.init.zeros_(self.score.weight)
        nn.init.constant_(self.score.bias, -7.0)

    def forward(self, ids, mask, types, rows=1):
        """Relevance logit from [CLS], and the product and the difference of the two sides' directions. Odd segments are the passage's.
        `rows` is how many tokens go through the last layer; all but the first are for nothing."""
        x, last = self.encoder.read(ids, mask, types, rows)
        passage = (types % 2 * mask).float()
        q, d = (F.normalize(torch.bmm(side[:, None, :], x).squeeze(1), dim=-1) for side in (mask.float() - passage, passage))
        same = q * d
        read = torch.tanh(self.pool(torch.cat([last[:, 0], same * SAME_SCALE, (q - d) * APART_SCALE], -1)))
        return (self.score(read) + self.near * same.sum(-1, keepdim=True)).squeeze(-1)


class Words(nn.Module):
    """A table of vectors; a text is the normalised sum of its pieces' rows."""

    def __init__(self, table):
        super().__init__()
        self.bag = nn.EmbeddingBag.from_pretrained(table, freeze=False, mode="sum")

    def forward(self, texts):
        flat = torch.from_numpy(np.concatenate([np.asarray(t, dtype=np.int64) for t in texts]))
        ends = np.cumsum([len(t) for t in texts])
        return F.normalize(self.bag(flat, torch.from_numpy(np.concatenate([[0], ends[:-1]]))), dim=-1)


class Embedder(nn.Module):
    """The direction of the mean of the encoder's tokens; with words, that of the sum of the pieces' own vectors is added."""

    def __init__(self, encoder, with_words=False):
        super().__init__()
        self.encoder = encoder
        if with_words:
            self.words = nn.Embedding(*encoder.tokens.weight.shape)
            self.share = nn.Parameter(torch.ones(1))

    def forward(self, ids, mask):
        x = self.encoder(ids, mask)
        weights = mask[:, :, None].float()
        read = F.normalize((x * weights).sum(1), dim=-1)
        if not hasattr(self, "words"):
            return read
        return F.normalize(read + self.share * F.normalize((self.words(ids) * weights).sum(1), dim=-1), dim=-1)


def build_encoder(config, **changes):
    dtype = config["compute_dtype"]
    Linear.compute = DTYPES[fast_dtype() if dtype == "auto" else dtype]
    return Encoder(**{**config["model"], **changes})


def load_encoder(encoder, state):
    """Copies matching encoder weights; a shallower encoder takes the first layers of a deeper one."""
    own = encoder.state_dict()
    own.update({k: v[:len(own[k])] if k == "relative" else v for k, v in state.items() if k in own})
    encoder.load_state_dict(own)


def fold_scale(reranker, fitted):
    """Puts a fitted scale and bias into the last layer, so that the sigmoid of the logit is the relevance."""
    reranker.score.weight.data *= fitted["scale"]
    reranker.near.data *= fitted["scale"]
    reranker.score.bias.data *= fitted["scale"]
    reranker.score.bias.data += fitted["bias"]
