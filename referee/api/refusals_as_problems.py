"""Refusals of the services as problems."""

from __future__ import annotations

from flask import Response

from ..json_answers.sheet_rows import row_of
from ..messages.error_texts import error_text
from ..services import refusals
from .authorization import unauthorized
from .problems import FieldError, Problem

_STATUSES: dict[type[refusals.Refusal], int] = {
    refusals.NotAccessible: 404,
    refusals.MayNotWrite: 403,
    refusals.Conflict: 409,
}
_REASONS: dict[type[refusals.Refusal], str] = {
    refusals.SheetUnbalanced: "unbalanced",
    refusals.SheetIncomplete: "incomplete",
    refusals.MustCount: "mixed",
    refusals.WhichAces: "which_aces",
    refusals.ClaimTooLow: "claim_too_low",
    refusals.SessionWon: "over",
}


def answer_refusal(refusal: refusals.Refusal) -> Response:
    """Return the problem of a refusal, with its status and code."""
    detail = error_text(refusal)
    if isinstance(refusal, refusals.RowChangedMeanwhile):
        current = row_of(refusal.sheet, refusal.version, refusal.current)
        yours = row_of(refusal.sheet, None, refusal.yours)
        return Problem(412, detail, current=current, yours=yours).response()
    if isinstance(refusal, refusals.WhichAces):
        fields = [FieldError("which_aces", detail)]
        return Problem(422, detail, fields, "which_aces", seats=[*refusal.seats]).response()
    if isinstance(refusal, refusals.Invalid):
        fields = [FieldError(refusal.field, detail)] if refusal.field else []
        return Problem(422, detail, fields, _REASONS.get(type(refusal))).response()
    if isinstance(refusal, refusals.KeyReplaced):
        return unauthorized(detail).response()
    if isinstance(refusal, refusals.TryLater):
        return Problem(503, detail, headers={"Retry-After": str(refusal.seconds)}).response()
    status = next(code for kind, code in _STATUSES.items() if isinstance(refusal, kind))
    return Problem(status, detail, reason=_REASONS.get(type(refusal))).response()
