"""Ranges of what enters each matrix product, seen on example input; they become fixed activation scales."""
import numpy as np
import torch


class Ranges:
    """Hooks on matrix products, {key: module}. Keeps a sample of the values and their extremes."""

    def __init__(self, products):
        self.samples, self.mask = {}, None
        self.handles = [module.register_forward_pre_hook(self._keep(key)) for key, module in products.items()]

    def _keep(self, key):
        def hook(module, inputs):
            x = inputs[0].detach().float()
            if self.mask is not None:
                x = x[self.mask[:, :x.shape[1]].bool()]
            x = x.reshape(-1)
            self.samples.setdefault(key, []).append(x[torch.randint(len(x), (20000,))].numpy())
            self.samples[key].append(np.array([x.min().item(), x.max().item()], dtype=np.float32))
        return hook

    def close(self):
        for h in self.handles:
            h.remove()

    def scales(self):
        """key -> (scale, zero point) for uint8, with the clip that loses least in mean square."""
        result = {}
        for key, parts in self.samples.items():
            x = np.concatenate(parts)
            low, high = min(float(x.min()), 0.0), max(float(x.max()), 0.0)
            best = None
            for shrink in np.linspace(0.3, 1.0, 36):
                scale = (high - low) * shrink / 255
                zero = int(np.clip(round(-low * shrink / scale), 0, 255))
                back = (np.clip(np.round(x / scale) + zero, 0, 255) - zero) * scale
                error = float(((back - x) ** 2).mean())
                if best is None or error < best[0]:
                    best = (error, scale, zero)
            result[key] = (best[1], best[2])
        return result
