"""Data-parallel training on a CPU: processes of one thread each that share the weights and add up their gradients.

That is faster than one process with as many threads: most products of these small models are too small to be worth splitting.
"""
import multiprocessing

import torch


class Replicas:
    """`backward(n)` computes the loss of draw `n`, calls `backward` on it and returns a list of figures. Start before any other work of
    torch: the processes are forked."""

    def __init__(self, model, processes, backward):
        self.parameters = [p for p in model.parameters() if p.requires_grad]
        self.processes = 1 if torch.cuda.is_available() else processes
        self.backward = backward
        self.others = []
        if self.processes == 1:
            return
        model.share_memory()
        size = sum(p.numel() for p in self.parameters)
        context = multiprocessing.get_context("fork")
        for rank in range(1, self.processes):
            gradient = torch.zeros(size).share_memory_()
            here, there = context.Pipe()
            context.Process(target=self._serve, args=(rank, gradient, there), daemon=True).start()
            self.others.append((gradient, here))

    def _serve(self, rank, gradient, pipe):
        while True:
            step = pipe.recv()
            for p in self.parameters:
                p.grad = None
            figures = self.backward(step * self.processes + rank)
            at = 0
            for p in self.parameters:
                part = gradient[at:at + p.numel()]
                part.zero_() if p.grad is None else part.copy_(p.grad.view(-1))
                at += p.numel()
            pipe.send(figures)

    def __call__(self, step):
        """Leaves the mean gradient of this step's draws in the parameters; gives the mean figures."""
        for _, pipe in self.others:
            pipe.send(step)
        figures = [self.backward(step * self.processes)] + [pipe.recv() for _, pipe in self.others]
        at = 0
        for p in self.parameters:
            p.grad = torch.zeros_like(p) if p.grad is None else p.grad
            for gradient, _ in self.others:
                p.grad += gradient[at:at + p.numel()].view_as(p)
            p.grad /= self.processes
            at += p.numel()
        return [sum(values) / self.processes for values in zip(*figures)]
