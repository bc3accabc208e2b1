"""One stage of reranker training. The stage's configuration names its sources and the weights it starts from."""
import sys

import common  # noqa: F401  first: the matrix library reads its number of threads when it is loaded
import numpy as np
import torch
import torch.nn.functional as F

from asked import add_asked
from batches import Sampler, in_chunks, load_sources
from common import device, load_config, seed_everything, work
from model import Reranker, build_encoder, load_encoder
from pair import PairAssembler
from schedule import finished, train
from tokenizer import Tokenizer


def start_model(config):
    model = Reranker(build_encoder(config))
    state = torch.load(work(config, config["start"]), map_location="cpu")
    if config["start"].startswith("reranker"):
        model.load_state_dict(state)
    else:
        load_encoder(model.encoder, {k.removeprefix("encoder."): v for k, v in state.items()})
        model.encoder.types.weight.data[1:] = model.encoder.types.weight.data[0]
    return model


def losses(logits, drawn, config, place):
    target = torch.from_numpy(np.stack([d[2] for d in drawn])).float().to(place)
    label = torch.from_numpy(np.stack([d[3] for d in drawn])).float().to(place)
    sure = torch.from_numpy(np.stack([d[4] for d in drawn])).float().to(place)
    rank = -(target * torch.log_softmax(logits, 1)).sum(1)
    rank = rank.sum() / target.sum().clamp(min=1)
    point = F.binary_cross_entropy_with_logits(logits, label, weight=sure, reduction="sum") / sure.sum().clamp(min=1)
    return rank, point


def main(path):
    config = load_config(path)
    if finished(config):
        return
    place = device(config)
    seed_everything(config["seed"])
    tokenizer = Tokenizer.load(work(config, "vocab.txt"))
    assemble = PairAssembler(tokenizer)
    sources = load_sources(config, tokenizer)
    if "asked_by" in config:
        add_asked(sources, config, tokenizer)
    sampler = Sampler(sources, config["sources"], config)
    model = start_model(config).to(place)

    def backward(n):
        drawn = sampler(n)
        cap = config["lengths"][n // config["processes"] % len(config["lengths"])]
        sequences = [assemble(d[0], p, cap) for d in drawn for p in d[1]]
        logits = in_chunks(model, sequences, place).view(len(drawn), -1)
        rank, point = losses(logits, drawn, config, place)
        (rank + config["point_weight"] * point).backward()
        first = (logits.argmax(1).cpu() == torch.from_numpy(np.stack([d[2] for d in drawn])).argmax(1)).float().mean().item()
        return [rank.item(), point.item(), first, sum(len(s[0]) for s in sequences)]

    train(config, model, backward, ("rank", "point", "first", "tokens"), 50)


if __name__ == "__main__":
    main(sys.argv[1])
