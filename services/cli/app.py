"""The commands of `sextant`."""

import typer

from services.cli.commands import (
    ask,
    demo,
    doctor,
    documents,
    eval_report,
    evaluate,
    ingest,
    models,
    runs,
    search,
    stack,
    upkeep,
)

app = typer.Typer(
    name="sextant",
    help="Ask hard questions over your own documents: planned, searched, checked, cited.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("up")(stack.up)
app.command("down")(stack.down)
app.command("status")(stack.status)
app.command("logs")(stack.logs)
app.command("ingest")(ingest.ingest)
app.add_typer(documents.app, name="documents")
app.command("ask")(ask.ask)
app.command("search")(search.search)
app.add_typer(runs.app, name="runs")
app.command("reconcile")(upkeep.reconcile)
app.command("rebuild")(upkeep.rebuild)
app.command("reindex")(upkeep.reindex)
app.command("doctor")(doctor.doctor)
app.add_typer(models.app, name="models")
app.command("eval")(evaluate.evaluation)
app.command("eval-report")(eval_report.eval_report)
app.command("demo")(demo.demo)
