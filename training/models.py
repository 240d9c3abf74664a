"""The two models: a detector of corner indices, a reader of one index."""

from __future__ import annotations

from torch import Tensor, nn
from torch.nn import functional

from referee.photo.indices import GLYPHS

NOTHING = len(GLYPHS)
"""The class after the glyphs: no index."""


class _Layer(nn.Sequential):
    """A convolution, normalized and rectified."""

    def __init__(self, ins: int, outs: int, stride: int = 1) -> None:
        super().__init__(
            nn.Conv2d(ins, outs, 3, stride, 1, bias=False),
            nn.BatchNorm2d(outs),
            nn.ReLU(inplace=True),
        )


class _Residual(nn.Module):
    def __init__(self, size: int) -> None:
        super().__init__()
        self.a = _Layer(size, size)
        self.b = nn.Sequential(nn.Conv2d(size, size, 3, 1, 1, bias=False), nn.BatchNorm2d(size))

    def forward(self, x: Tensor) -> Tensor:
        return functional.relu(x + self.b(self.a(x)))


class Detector(nn.Module):
    """A net from number x 3 x height x width, multiples of 32, 0 to 1, to number x 8 x quarters of
    both.

    Planes: heat; offset to the right and down, in cells; direction up, x and y; logarithm of half
    an index's height by 16 pixels; vector to the card's middle by four such halves, x and y.
    """

    def __init__(self) -> None:
        super().__init__()
        self.s1 = _Layer(3, 12, 2)
        self.s2 = nn.Sequential(_Layer(12, 24, 2), _Residual(24))
        self.s3 = nn.Sequential(_Layer(24, 40, 2), _Residual(40), _Residual(40))
        self.s4 = nn.Sequential(_Layer(40, 56, 2), _Residual(56))
        self.s5 = nn.Sequential(_Layer(56, 64, 2), _Residual(64))
        self.l2, self.l3, self.l4, self.l5 = (nn.Conv2d(n, 32, 1) for n in (24, 40, 56, 64))
        self.m4, self.m3 = _Layer(32, 32), _Layer(32, 32)
        self.head = _Layer(32, 40)
        self.out = nn.Conv2d(40, 8, 1)
        nn.init.constant_(self.out.bias, 0)
        self.out.bias.data[0] = -4

    def forward(self, x: Tensor) -> Tensor:
        quarter = self.s2(self.s1(x))
        eighth = self.s3(quarter)
        sixteenth = self.s4(eighth)
        coarse = self.m4(self.l4(sixteenth) + _doubled(self.l5(self.s5(sixteenth))))
        middle = self.m3(self.l3(eighth) + _doubled(coarse))
        fine = self.l2(quarter) + _doubled(middle)
        return self.out(self.head(functional.relu(fine)))


def _doubled(x: Tensor) -> Tensor:
    return functional.interpolate(x, scale_factor=2.0, mode="nearest")


class Reader(nn.Module):
    """A net from number x 3 x 64 x 48, an upright index, to glyphs, no index, and four suits."""

    def __init__(self) -> None:
        super().__init__()
        self.f = nn.Sequential(
            _Layer(3, 24, 2), _Layer(24, 48), _Layer(48, 64, 2), _Residual(64),
            _Layer(64, 96, 2), _Layer(96, 96),
        )  # fmt: skip
        self.fc = nn.Sequential(
            nn.Dropout(0.2),
            nn.Linear(96 * 48, 128),
            nn.ReLU(),
            nn.Dropout(0.2),
            nn.Linear(128, NOTHING + 1 + 4),
        )

    def forward(self, x: Tensor) -> Tensor:
        return self.fc(self.f(x).flatten(1))
