"""The two models as files of the package: ONNX with weights of 16 bits, inputs of 32."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import nn

from .models import Detector, Reader

MODELS = Path(__file__).parent.parent / "referee" / "photo" / "models"


def export_detector(weights: Path, path: Path = MODELS / "detector.onnx") -> None:
    """Write the detector; it takes pictures of any size by multiples of 32."""
    dynamic = torch.export.Dim.DYNAMIC
    height, width = (torch.export.Dim(side, min=2, max=200) for side in ("height", "width"))
    shape = {0: dynamic, 2: 32 * height, 3: 32 * width}
    _export(Detector(), weights, torch.rand(2, 3, 256, 320), shape, path)


def export_reader(weights: Path, path: Path = MODELS / "reader.onnx") -> None:
    """Write the reader."""
    shape = {0: torch.export.Dim.DYNAMIC}
    _export(Reader(), weights, torch.rand(4, 3, 64, 48), shape, path)


def _export(
    model: nn.Module,
    weights: Path,
    example: torch.Tensor,
    shape: dict[int, object],
    path: Path,
) -> None:
    model.load_state_dict(torch.load(weights))
    model.eval()
    program = torch.onnx.export(
        model,
        (example,),
        input_names=["x"],
        output_names=["y"],
        dynamo=True,
        external_data=False,
        verbose=False,
        dynamic_shapes={"x": shape},
    )
    assert program is not None
    small = _halved(program.model_proto)
    onnx.checker.check_model(small)
    unfinished = path.with_suffix(".unfinished")
    onnx.save(small, unfinished)
    unfinished.replace(path)


def _halved(model: onnx.ModelProto) -> onnx.ModelProto:
    """Return a model that keeps its weights in 16 bits and casts them when it is loaded.

    Names of source files and of operators are left out.
    """
    graph, casts = model.graph, []
    for tensor in graph.initializer:
        if tensor.data_type != TensorProto.FLOAT or not tensor.dims:
            continue
        name = tensor.name
        half = numpy_helper.to_array(tensor).astype(np.float16)
        tensor.CopyFrom(numpy_helper.from_array(half, f"{name}_half"))
        casts.append(helper.make_node("Cast", [f"{name}_half"], [name], to=TensorProto.FLOAT))
    nodes = [*casts, *graph.node]
    for node in nodes:
        del node.metadata_props[:]
        node.doc_string = ""
    del graph.node[:]
    graph.node.extend(nodes)
    del graph.value_info[:], graph.metadata_props[:], model.metadata_props[:]
    return model
