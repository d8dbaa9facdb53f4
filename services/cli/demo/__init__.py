"""The demo: a fictional group of companies as real files, questions about it, and a judge of the answers.

`build(seed, folder)` writes the files and gives the questions; `judge(question, answer)` says whether an answer is
right.
"""

from services.cli.demo.demoset import DemoSet, TenantCalendar, build
from services.cli.demo.judge import Judgement, judge
from services.cli.demo.questions import DemoQuestion, Expected, Turn

__all__ = ["DemoQuestion", "DemoSet", "Expected", "Judgement", "TenantCalendar", "Turn", "build", "judge"]
