"""The matcher: reads a message and the question of a guidance entry together, and says whether the entry answers the message."""
import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from trunk import HIDDEN

# A longer message is cut; the question of an entry has at most 160 characters.
MESSAGE_TOKENS, QUESTION_TOKENS = 110, 60


class Matcher(nn.Module):
    """Logits of pairs. It starts as the cosine of both sides, and learns what their means, product and difference add."""

    def __init__(self, encoder):
        super().__init__()
        self.encoder = encoder
        self.read = nn.Linear(4 * HIDDEN, HIDDEN)
        self.score = nn.Linear(HIDDEN, 1)
        self.cosine = nn.Parameter(torch.tensor(8.0))
        nn.init.zeros_(self.score.weight)
        nn.init.constant_(self.score.bias, -4.0)

    def forward(self, ids, mask, types):
        x = self.encoder(ids, mask, types).float()
        side = lambda share: F.normalize((x * share[:, :, None]).sum(1), dim=-1)
        message, question = side((mask - types).float()), side(types.float())
        product = message * question
        both = torch.cat([message, question, product * HIDDEN ** 0.5, (message - question).abs()], 1)
        return self.score(F.gelu(self.read(both)))[:, 0] + self.cosine * product.sum(1)


def pair_batch(texts, pairs):
    """[CLS] message [SEP] question [SEP]; the question and its [SEP] are of type 1."""
    cut = [(texts.ids(message)[:MESSAGE_TOKENS], texts.ids(question)[:QUESTION_TOKENS]) for message, question in pairs]
    ids = np.zeros((len(cut), max(len(a) + len(b) for a, b in cut) + 3), dtype=np.int64)
    mask, types = np.zeros_like(ids), np.zeros_like(ids)
    for row, (a, b) in enumerate(cut):
        ids[row, :len(a) + len(b) + 3] = [101, *a, 102, *b, 102]
        mask[row, :len(a) + len(b) + 3] = 1
        types[row, len(a) + 2:len(a) + len(b) + 3] = 1
    return torch.from_numpy(ids), torch.from_numpy(mask), torch.from_numpy(types)
