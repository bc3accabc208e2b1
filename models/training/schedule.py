"""Optimiser, learning-rate schedule and resumable checkpoints."""
import os
import time

import numpy as np
import torch

from common import say, work
from parallel import Replicas


def optimizer(model, lr, decay):
    decayed = [p for n, p in model.named_parameters() if p.dim() > 1]
    plain = [p for n, p in model.named_parameters() if p.dim() <= 1]
    return torch.optim.AdamW([{"params": decayed, "weight_decay": decay}, {"params": plain, "weight_decay": 0.0}],
                             lr=lr, betas=(0.9, 0.98), eps=1e-6)


class Run:
    """Counts steps and spent time. The rate rises over `warmup` steps, then falls linearly to a tenth-of-a-tenth at the end.
    The end is `steps`, or `minutes` of training if those pass first."""

    def __init__(self, path, model, lr, steps, minutes, warmup, decay=0.01, save_every=300):
        self.path, self.model, self.lr, self.steps, self.minutes, self.warmup = path, model, lr, steps, minutes, warmup
        self.save_every = save_every
        self.optimizer = optimizer(model, lr, decay)
        self.step, self.spent = 0, 0.0
        if os.path.exists(path):
            saved = torch.load(path, map_location="cpu")
            model.load_state_dict(saved["model"])
            self.optimizer.load_state_dict(saved["optimizer"])
            self.step, self.spent = saved["step"], saved["spent"]
        self._start = self._saved = time.time()
        self._before = self.spent

    @property
    def progress(self):
        return max(self.step / self.steps, self.spent / (60 * self.minutes))

    @property
    def done(self):
        return self.progress >= 1

    def update(self):
        """One step along the gradients that are in the parameters."""
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        rate = self.lr * min(1.0, (self.step + 1) / self.warmup) * max(0.01, 1 - self.progress)
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        self.optimizer.step()
        self.optimizer.zero_grad(set_to_none=True)
        self.step += 1
        self.spent = self._before + time.time() - self._start
        if time.time() - self._saved > self.save_every:
            self.save()

    def save(self):
        torch.save({"model": self.model.state_dict(), "optimizer": self.optimizer.state_dict(), "step": self.step, "spent": self.spent},
                   self.path + ".part")
        os.replace(self.path + ".part", self.path)
        self._saved = time.time()


def finished(config):
    """Whether the stage's result is there already."""
    there = os.path.exists(work(config, config["result"]))
    if there:
        say(config["result"], "is there already")
    return there


def train(config, model, backward, figures, every):
    """Runs a stage to its end and writes its result. `backward(n)` is that of `Replicas`; `figures` are the names of what it returns,
    whose means are printed every so many steps."""
    result = work(config, config["result"])
    replicas = Replicas(model, config["processes"], backward)
    run = Run(result + ".run", model, config["lr"], config["steps"], config["minutes"], config["warmup"])
    totals = np.zeros(len(figures))
    while not run.done:
        totals += replicas(run.step)
        run.update()
        if run.step % every == 0:
            say("step", run.step, *["%s %.3f" % pair for pair in zip(figures, totals / every)], "minutes %.1f" % (run.spent / 60))
            totals[:] = 0
    torch.save(model.state_dict(), result)
    if os.path.exists(run.path):
        os.remove(run.path)
