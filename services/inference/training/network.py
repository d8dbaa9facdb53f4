"""The reader in JAX: encoder, losses, and one step of AdamW. The only module that needs the extra `train`.

Losses: the answer's first and last token (position 0 where there is none); which window of a group answers (softmax
over the group's relevance); and whether a window answers at all (so that the score means the same for every question).
Source: Devlin et al., "BERT", NAACL 2019; Gao et al., "Rethink Training of BERT Rerankers", ECIR 2021 (group softmax
over what a search returns); Loshchilov and Hutter, "Decoupled Weight Decay Regularization", ICLR 2019.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from services.inference.extras import extra
from services.inference.training.batches import Batch
from services.inference.training.weights import HEADS, LAYER, Arrays

_HEADS = 12
_NORMS = ("layers.alw", "layers.olw")
_EPSILON = 1e-12
_NEGATIVE_SHARE = 0.35
"""What the span loss of a window without an answer counts: there are more of them."""
_RANK, _RELEVANT = 1.0, 0.5
_WARM_UP = 0.06
_HEAD_RATE = 5.0
"""Heads learn so many times faster than layers: the relevance head begins almost anew."""


@dataclass(frozen=True, slots=True)
class Losses:
    """Means over one batch."""

    total: float
    span: float
    rank: float
    relevant: float


@dataclass(frozen=True, slots=True)
class Logits:
    """What the heads say of each window: windows × tokens × 2, and one number a window."""

    span: NDArray[np.float32]
    relevance: NDArray[np.float32]


class Network:
    """Frozen and trained layers with the optimiser's state. `group` windows belong to a question; compiled steps are
    kept in the folder `cache`.
    """

    def __init__(self, low: Arrays, high: Arrays, *, group: int, rate: float, steps: int, cache: Path) -> None:
        self._jax: Any = extra_train("jax")
        self._jax.config.update("jax_compilation_cache_dir", str(cache.absolute() / "compiled"))
        optax: Any = extra_train("optax")
        self._low = {name: self._jax.numpy.asarray(values) for name, values in low.items()}
        self._high = {name: self._jax.numpy.asarray(values) for name, values in high.items()}
        self._optimiser = _optimiser(optax, self._high, rate=rate, steps=steps)
        self._state = self._optimiser.init(self._high)
        self._step = self._jax.jit(_stepper(self._jax, optax, self._optimiser, group=group), donate_argnums=(0, 1))
        self._forward = self._jax.jit(
            lambda high, low, hidden, mask: _logits(self._jax, (low, high), hidden=hidden, mask=mask)
        )

    def step(self, batch: Batch) -> Losses:
        """Learn from a batch."""
        self._high, self._state, parts = self._step(
            self._high, self._state, self._low, batch.hidden, batch.mask, batch.start, batch.end
        )
        return Losses(*(float(part) for part in parts))

    def logits(self, batch: Batch) -> Logits:
        """What the heads say, without learning."""
        span, relevance = self._forward(self._high, self._low, batch.hidden, batch.mask)
        return Logits(np.asarray(span), np.asarray(relevance))

    def trained(self) -> Arrays:
        """The trained weights."""
        return {name: np.asarray(values) for name, values in self._high.items()}

    def state(self) -> list[NDArray[np.generic]]:
        """The optimiser's state, as a list of arrays."""
        return [np.asarray(leaf) for leaf in self._jax.tree.leaves(self._state)]

    def restore(self, leaves: list[NDArray[np.generic]]) -> None:
        """Put back a state from `state`."""
        self._state = self._jax.tree.unflatten(self._jax.tree.structure(self._state), leaves)


def extra_train(module: str) -> Any:  # noqa: ANN401  # a module
    """A module of the extra `train`."""
    return extra(module, "train", "train")


def _optimiser(optax: Any, weights: Mapping[str, Any], *, rate: float, steps: int) -> Any:  # noqa: ANN401  # optax's own
    def schedule(peak: float) -> Any:  # noqa: ANN401
        return optax.warmup_cosine_decay_schedule(0, peak, max(int(steps * _WARM_UP), 1), max(steps, 2), peak * 0.03)

    def part(peak: float) -> Any:  # noqa: ANN401
        decays = lambda tree: {name: name.endswith("w") and name not in _NORMS for name in tree}  # noqa: E731
        return optax.adamw(schedule(peak), b2=0.98, weight_decay=0.01, mask=decays)

    labels = {name: "heads" if name in HEADS else "layers" for name in weights}
    parts = optax.multi_transform({"heads": part(rate * _HEAD_RATE), "layers": part(rate)}, labels)
    return optax.chain(optax.clip_by_global_norm(1.0), parts)


def _stepper(jax: Any, optax: Any, optimiser: Any, *, group: int) -> Callable[..., Any]:  # noqa: ANN401  # modules
    def step(high: Any, state: Any, low: Any, hidden: Any, mask: Any, start: Any, end: Any) -> Any:  # noqa: ANN401  # budget: arrays of one batch, as jit takes them
        def loss(high: Any) -> Any:  # noqa: ANN401
            span, relevance = _logits(jax, (low, high), hidden=hidden, mask=mask)
            parts = _losses(jax, span, relevance, answer=(start, end), group=group)
            return parts[0] + _RANK * parts[1] + _RELEVANT * parts[2], parts

        (total, parts), gradients = jax.value_and_grad(loss, has_aux=True)(high)
        updates, after = optimiser.update(gradients, state, high)
        return optax.apply_updates(high, updates), after, (total, *parts)

    return step


def _losses(jax: Any, span: Any, relevance: Any, *, answer: Any, group: int) -> Any:  # noqa: ANN401  # arrays
    numpy = jax.numpy
    start, end = answer
    rows = numpy.arange(start.shape[0])
    log = jax.nn.log_softmax(span, 1)
    each = -(log[rows, start, 0] + log[rows, end, 1]) / 2
    answers = (start > 0).astype(span.dtype)
    weight = answers + (1 - answers) * _NEGATIVE_SHARE
    grouped = relevance.reshape(-1, group)
    rank = -jax.nn.log_softmax(grouped, 1)[:, 0].mean()
    balance = answers + (1 - answers) / (group - 1)
    signed = numpy.where(answers > 0, relevance, -relevance)
    relevant = (jax.nn.softplus(-signed) * balance).sum() / balance.sum()
    return (each * weight).sum() / weight.sum(), rank, relevant


def _logits(jax: Any, weights: Any, *, hidden: Any, mask: Any) -> Any:  # noqa: ANN401  # arrays
    numpy = jax.numpy
    low, high = weights
    bias = numpy.where(mask > 0, 0.0, -1e9)[:, None, None, :]

    def run(tree: Any, state: Any) -> Any:  # noqa: ANN401
        layers = {name.removeprefix(LAYER): values for name, values in tree.items() if name.startswith(LAYER)}
        return jax.lax.scan(lambda state, part: (_layer(jax, state, part, bias=bias), None), state, layers)[0]

    last = run(high, jax.lax.stop_gradient(run(low, hidden)))
    span = numpy.where(mask[..., None] > 0, last @ high["span_w"] + high["span_b"], -1e9)
    return span, last[:, 0] @ high["rel_w"] + high["rel_b"]


def _layer(jax: Any, x: Any, part: Any, *, bias: Any) -> Any:  # noqa: ANN401  # arrays
    numpy = jax.numpy
    batch, tokens, width = x.shape
    weight = numpy.concatenate([part["qw"], part["kw"], part["vw"]])
    joined = x @ weight.T + numpy.concatenate([part["qb"], part["kb"], part["vb"]])
    heads = joined.reshape(batch, tokens, 3, _HEADS, width // _HEADS).transpose(2, 0, 3, 1, 4)
    scores = heads[0] @ heads[1].swapaxes(-1, -2) / np.sqrt(width // _HEADS) + bias
    context = (jax.nn.softmax(scores, -1) @ heads[2]).transpose(0, 2, 1, 3).reshape(batch, tokens, width)
    x = _norm(jax, x + context @ part["ow"].T + part["ob"], part["alw"], part["alb"])
    inner = jax.nn.gelu(x @ part["fiw"].T + part["fib"], approximate=False)
    return _norm(jax, x + inner @ part["fow"].T + part["fob"], part["olw"], part["olb"])


def _norm(jax: Any, x: Any, scale: Any, shift: Any) -> Any:  # noqa: ANN401  # budget: a layer norm's arrays
    centred = x - x.mean(-1, keepdims=True)
    return centred * jax.lax.rsqrt((centred**2).mean(-1, keepdims=True) + _EPSILON) * scale + shift
