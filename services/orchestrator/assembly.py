"""From settings to the rules of the parts."""

from services.ledger.models import ReapRules
from services.orchestrator.attempt import AttemptRules
from services.orchestrator.settings import Settings


def attempt_rules(settings: Settings) -> AttemptRules:
    """What an attempt goes by."""
    return AttemptRules(
        heartbeat_s=settings.orchestrator_heartbeat_s,
        cancel_poll_s=settings.orchestrator_cancel_poll_s,
        retries=settings.orchestrator_retries,
        backoff_s=settings.orchestrator_backoff_s,
    )


def reap_rules(settings: Settings) -> ReapRules:
    """What the reaper goes by."""
    return ReapRules(max_losses=settings.orchestrator_max_losses, nudge_s=settings.orchestrator_nudge_s)
