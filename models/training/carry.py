"""Carries what further pre-training changed into a trained model: python3 carry.py RESULT STAGE   (files of the work folder)

The stage's encoder plus the difference between `encoder_more.pt` and `encoder.pt`, from which it once started (task arithmetic: Ilharco et al., 2023,
arXiv:2212.04089). Another stage of training has to follow.
"""
import os
import sys

import torch

from common import beside, load_config, say, work


def carried(state, before, after):
    """`state` with the change from `before` to `after` added to the encoder's weights."""
    change = {"encoder." + name: after[name] - value for name, value in before.items()}
    return {name: value + change[name] if name in change else value for name, value in state.items()}


def main(result, stage):
    config = load_config(beside("config/base.json"))
    if os.path.exists(work(config, result)):
        return
    state, before, after = (torch.load(work(config, name), map_location="cpu") for name in (stage, "encoder.pt", "encoder_more.pt"))
    torch.save(carried(state, before, after), work(config, result))
    say("carried into", stage)


if __name__ == "__main__":
    main(*sys.argv[1:])
