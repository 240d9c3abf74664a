"""The two models in onnxruntime, opened when they are first needed, on one thread."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import onnxruntime
from numpy.typing import NDArray

Floats = NDArray[np.float32]

_MODELS = Path(__file__).parent / "models"


@cache
def _session(name: str) -> onnxruntime.InferenceSession:
    """Return the open model of a name."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    # Saves memory for a few hundredths of a second: the memory for a photo is given back, and
    # planes are not padded to sixteen channels.
    options.enable_cpu_mem_arena = False
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_EXTENDED
    return onnxruntime.InferenceSession(
        _MODELS / f"{name}.onnx", options, providers=["CPUExecutionProvider"]
    )


def run_model(name: str, pixels: NDArray[np.uint8]) -> Floats:
    """Return the output of a model for pictures of the shape number x height x width x RGB.

    The models take planes of blue, green and red, from 0 to 1.
    """
    planes = pixels[..., ::-1].transpose(0, 3, 1, 2).astype(np.float32, order="C")
    planes /= 255  # in place: it is large
    answer: Floats = _session(name).run(None, {"x": planes})[0]
    return answer
