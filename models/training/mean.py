"""The mean of the weights of several stages of one model: python3 mean.py RESULT STAGE STAGE...   (files of the work folder)

Stages that follow each other with much the same data end in one valley; the middle of them is often better than each (Wortsman et al., 2022,
arXiv:2203.05482).
"""
import os
import sys

import torch

from common import beside, load_config, say, work


def mean_of(states):
    """States of the same names and shapes; what is no floating point is taken from the last."""
    last = states[-1]
    return {name: sum(state[name] for state in states) / len(states) if value.is_floating_point() else value for name, value in last.items()}


def main(result, *stages):
    config = load_config(beside("config/base.json"))
    if os.path.exists(work(config, result)):
        return
    torch.save(mean_of([torch.load(work(config, stage), map_location="cpu") for stage in stages]), work(config, result))
    say("mean of", *stages)


if __name__ == "__main__":
    main(*sys.argv[1:])
