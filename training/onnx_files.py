"""The two models as files of the package: ONNX with weights of 16 bits, inputs of 32. Phones get
large layers in 8 bits. From a file the weights can be had again, to train on with them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import nn

from .models import Detector, Reader

Weights = npt.NDArray[np.float32]

MODELS = Path(__file__).parent.parent / "referee" / "photo" / "models"
PHONE = "phone"
"""The folder in it of the models for phones."""


def export_detector(weights: Path, folder: Path = MODELS) -> None:
    """Write the detector; it takes pictures of any size by multiples of 32."""
    dynamic = torch.export.Dim.DYNAMIC
    height, width = (torch.export.Dim(side, min=2, max=200) for side in ("height", "width"))
    shape = {0: dynamic, 2: 32 * height, 3: 32 * width}
    _export(Detector(), weights, torch.rand(2, 3, 256, 320), shape, folder, "detector.onnx")


def export_reader(weights: Path, folder: Path = MODELS) -> None:
    """Write the reader."""
    shape = {0: torch.export.Dim.DYNAMIC}
    _export(Reader(), weights, torch.rand(4, 3, 64, 48), shape, folder, "reader.onnx")


def _export(
    model: nn.Module,
    weights: Path,
    example: torch.Tensor,
    shape: dict[int, object],
    folder: Path,
    name: str,
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
    for path, most_in_16_bits in ((folder / name, None), (folder / PHONE / name, 20_000)):
        small = with_fewer_bits(program.model_proto, most_in_16_bits)
        onnx.checker.check_model(small)
        unfinished = path.with_suffix(".unfinished")
        onnx.save(small, unfinished)
        unfinished.replace(path)


def load_reader(pictures: torch.Tensor, weights: Path, folder: Path = MODELS) -> None:
    """Save the weights of the reader in a folder, so that it can be trained on.

    The file has each normalization within the convolution before it. What that gives for
    ``pictures``, many cuts, tells mean and spread, so that training begins with the same outputs.
    """
    model, kept = Reader(), _weights(folder / "reader.onnx")
    names = {module: name for name, module in model.named_modules()}
    layers = [(layer[0], layer[1]) for layer in model.modules() if _is_normalized(layer)]
    with torch.no_grad():
        for name, value in model.named_parameters():
            if name in kept:
                value.copy_(kept[name])
        for convolution, norm in layers:
            norm.bias.copy_(kept[f"{names[convolution]}.weight_bias"])
            norm.running_var.fill_(1 - norm.eps)
            norm.register_forward_pre_hook(_split)
        model.eval()(pictures)
    torch.save(model.state_dict(), weights)


def _is_normalized(layer: nn.Module) -> bool:
    return isinstance(layer, nn.Sequential) and isinstance(layer[1], nn.BatchNorm2d)


def _split(norm: nn.Module, inputs: tuple[torch.Tensor]) -> None:
    """Set what a normalization takes away and adds again by what it is given."""
    assert isinstance(norm, nn.BatchNorm2d)
    assert norm.running_mean is not None
    assert norm.running_var is not None
    spread, mean = torch.var_mean(inputs[0], dim=(0, 2, 3))
    norm.running_mean.copy_(mean)
    norm.running_var.copy_(spread)
    norm.weight.copy_((spread + norm.eps).sqrt())
    norm.bias.add_(mean)


def _weights(path: Path) -> dict[str, torch.Tensor]:
    """Return the weights of a file of the package by their names in the model."""
    return {
        tensor.name.removesuffix("_half"): torch.from_numpy(
            numpy_helper.to_array(tensor).astype(np.float32)
        )
        for tensor in onnx.load(path).graph.initializer
    }


def with_fewer_bits(model: onnx.ModelProto, most_in_16_bits: int | None) -> onnx.ModelProto:
    """Return a model that keeps its weights in 16 bits, and layers with more weights than so many
    in 8, and makes 32 of them when it is loaded.

    Names of source files and of operators are left out.
    """
    small = onnx.ModelProto()
    small.CopyFrom(model)
    graph, kept, made = small.graph, [], []
    for tensor in graph.initializer:
        name, weights = tensor.name, numpy_helper.to_array(tensor)
        if tensor.data_type != TensorProto.FLOAT or not tensor.dims:
            kept.append(numpy_helper.from_array(weights, name))
        elif most_in_16_bits is None or weights.size <= most_in_16_bits:
            kept.append(numpy_helper.from_array(weights.astype(np.float16), f"{name}_half"))
            made.append(_as_floats(f"{name}_half", name))
        else:
            steps, step = _in_steps(weights)
            kept.append(numpy_helper.from_array(steps, f"{name}_bytes"))
            kept.append(numpy_helper.from_array(step, f"{name}_step"))
            made.append(_as_floats(f"{name}_bytes", f"{name}_steps"))
            made.append(helper.make_node("Mul", [f"{name}_steps", f"{name}_step"], [name]))
    nodes = [*made, *graph.node]
    for node in nodes:
        del node.metadata_props[:]
        node.doc_string = ""
    del graph.node[:], graph.initializer[:]
    graph.node.extend(nodes)
    graph.initializer.extend(kept)
    del graph.value_info[:], graph.metadata_props[:], small.metadata_props[:]
    return small


def _as_floats(kept: str, name: str) -> onnx.NodeProto:
    return helper.make_node("Cast", [kept], [name], to=TensorProto.FLOAT)


def _in_steps(weights: Weights) -> tuple[npt.NDArray[np.int8], Weights]:
    """Return the weights in whole steps, and the step of each output: the one with the least sum of
    squared errors, since a single large weight would make that of the others coarse."""
    rows = weights.reshape(len(weights), -1)
    step, least = np.zeros(len(rows), np.float32), np.full(len(rows), np.inf)
    for share in np.linspace(0.6, 1, 41):
        tried = (np.abs(rows).max(axis=1) * share / 127).astype(np.float32)
        errors = ((_rounded(rows, tried) * tried[:, None] - rows) ** 2).sum(axis=1)
        step = np.where(errors < least, tried, step)
        least = np.minimum(errors, least)
    shape = (-1, *(1,) * (weights.ndim - 1))
    return _rounded(rows, step).astype(np.int8).reshape(weights.shape), step.reshape(shape)


def _rounded(rows: Weights, step: Weights) -> Weights:
    return np.clip(np.round(rows / step[:, None]), -127, 127)
