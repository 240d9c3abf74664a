"""Training of a model for a number of minutes, on whatever scenes are there by then."""

from __future__ import annotations

import copy
import math
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

import cv2
import torch
from torch import Tensor, nn
from tqdm import tqdm

from . import classifier_samples, detector_samples
from .models import Detector, Reader
from .scene_files import Cuts, Scenes
from .seeded_random import Chance

_WARM_UP = 100
_LOOK_AGAIN = 60  # seconds until new files are taken up
_SAVE = 50  # steps


@dataclass(frozen=True)
class Course:
    """A training. ``rate`` is the highest learning rate, ``start`` the weights to begin with."""

    minutes: float
    rate: float
    size: int
    seed: int
    start: Path | None = None
    threads: int = 1


def train_detector(scenes: Scenes, course: Course, weights: Path) -> None:
    """Train the detector and save its weights."""

    def step(model: nn.Module, chance: Chance) -> tuple[Tensor, float]:
        pictures, targets = detector_samples.batch(scenes, course.size, chance)
        wrong = detector_samples.loss(_run(model, pictures), targets)
        return wrong, float(wrong)

    _train(Detector(), step, scenes, course, weights)


def train_reader(scenes: Scenes, stored: Iterable[Path], course: Course, weights: Path) -> None:
    """Train the reader and save its weights; ``stored`` are files of cuts."""
    cuts = Cuts()
    for path in stored:
        cuts.load(path)

    def step(model: nn.Module, chance: Chance) -> tuple[Tensor, float]:
        pictures, classes = classifier_samples.batch(scenes, cuts, course.size, chance)
        output = _run(model, pictures)
        return classifier_samples.loss(output, classes), classifier_samples.right(output, classes)

    _train(Reader(), step, scenes, course, weights)


def _run(model: nn.Module, pictures: Tensor) -> Tensor:
    """Return what a model says, calculated in bfloat16 where the processor can: that halves the
    time of a step, and where it has to be imitated a step takes nine times as long."""
    can = "AVX512" in torch.backends.cpu.get_cpu_capability()
    with torch.autocast("cpu", torch.bfloat16, enabled=can):
        output = model(pictures.contiguous(memory_format=torch.channels_last))
    return output.float()


def _train(
    model: nn.Module,
    step: Callable[[nn.Module, Chance], tuple[Tensor, float]],
    scenes: Scenes,
    course: Course,
    weights: Path,
) -> None:
    cv2.setNumThreads(1)
    torch.set_num_threads(course.threads)
    torch.manual_seed(course.seed)
    chance = Chance(course.seed)
    if course.start:
        model.load_state_dict(torch.load(course.start))
    model = model.to(memory_format=torch.channels_last)
    optimizer = torch.optim.AdamW(model.parameters(), lr=course.rate, weight_decay=1e-4)
    average = copy.deepcopy(model.state_dict())
    start, steps, shown, looked = time.monotonic(), 0, 0.0, time.monotonic()
    with tqdm(total=100, desc=type(model).__name__, unit="%") as bar:
        while (share := (time.monotonic() - start) / (course.minutes * 60)) < 1:
            for group in optimizer.param_groups:
                group["lr"] = course.rate * _rate(steps, share)
            wrong, figure = step(model, chance)
            optimizer.zero_grad()
            wrong.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 5.0)
            optimizer.step()
            steps += 1
            shown += (figure - shown) / min(steps, 50)
            _follow(average, model.state_dict(), min(0.998, (1 + steps) / (10 + steps)))
            bar.update(round(100 * share) - bar.n)
            bar.set_postfix_str(f"{steps} steps, {shown:.4f}")
            if steps % _SAVE == 0:
                save(average, weights)
            if time.monotonic() - looked > _LOOK_AGAIN:
                scenes.look()
                looked = time.monotonic()
    save(average, weights)


def _rate(steps: int, share: float) -> float:
    """Return the part of the highest learning rate: up at once, then down along a cosine."""
    return min(1, (steps + 1) / _WARM_UP) * (0.5 * (1 + math.cos(math.pi * share)) * 0.98 + 0.02)


@torch.no_grad()
def _follow(average: dict[str, Tensor], weights: dict[str, Tensor], inertia: float) -> None:
    """Let the average of the weights follow them."""
    for name, value in weights.items():
        if value.dtype.is_floating_point:
            average[name].lerp_(value, 1 - inertia)
        else:
            average[name].copy_(value)


def save_mean(before: Path, after: Path, share: float, path: Path) -> None:
    """Save the mean of two files of weights, with a share of those after a training."""
    weights = torch.load(before)
    _follow(weights, torch.load(after), 1 - share)
    save(weights, path)


def save(weights: dict[str, Tensor], path: Path) -> None:
    """Save weights, whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_suffix(".unfinished")
    torch.save(weights, unfinished)
    unfinished.replace(path)
