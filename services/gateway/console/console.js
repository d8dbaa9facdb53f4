// The console: asks, shows the stages as they come, then the answer with its sources.
// Whatever comes from documents or the server is set as text, never as markup.

const at = (id) => document.getElementById(id);
const history = [];
let running = null;

const STAGES = {
  "run.started": (d) => (d.attempt > 1 ? `Taken up again (attempt ${d.attempt})` : "Started"),
  "question.condensed": (d) => `Understood as: ${d.text}`,
  "question.routed": (d) => `${d.category}, ${d.path}: ${(d.reasons ?? []).join("; ")}`,
  "plan.made": (d) => `Plan: ${(d.plan.sub_questions ?? []).map((s) => `${s.id}. ${s.text}`).join("  ")}`,
  "search.done": (d) => `Searched (${d.strategy}) for “${(d.queries ?? []).join("”, “")}”: ${(d.passages ?? []).length} passages`,
  "evidence.assessed": (d) => `Evidence ${percent(d.score)} enough${d.missing?.length ? `; missing: ${d.missing.join(", ")}` : ""}`,
  "finding.made": (d) => `Found: ${d.answer ?? "nothing"} (${percent(d.score)})`,
  "policy.decided": (d) => `Decided to ${d.decision}: ${d.reason}`,
  "run.escalated": () => "Not sure enough: going deeper",
  "answer.restarted": () => "Writing again",
  "answer.draft": () => "Draft written; checking its claims",
  "answer.checked": (d) => `Checked: ${Object.entries(d.verdicts ?? {}).map(([verdict, n]) => `${n} ${verdict}`).join(", ")}`,
};

const percent = (score) => `${Math.round((score ?? 0) * 100)} %`;

function element(tag, text, className = "") {
  const made = document.createElement(tag);
  made.textContent = text;
  made.className = className;
  return made;
}

async function problemOf(reply) {
  const problem = await reply.json().catch(() => ({}));
  return new Error(problem.detail ?? `The gateway answered ${reply.status}.`);
}

async function call(path, options = {}) {
  const headers = { "X-Sextant-Tenant": at("tenant").value.trim(), ...options.headers };
  const reply = await fetch(path, { ...options, headers });
  if (!reply.ok) throw await problemOf(reply);
  return reply;
}

// Server-sent events by fetch, because EventSource cannot name a tenant.
async function* eventsOf(runId) {
  let last = 0;
  for (let tries = 0; tries < 20; tries += 1) {
    try {
      for await (const event of connection(runId, last)) {
        [last, tries] = [event.id, 0];
        yield event;
        if (event.kind === "run.ended") return;
      }
    } catch (error) {
      if (!(error instanceof TypeError)) throw error; // a TypeError is a connection that broke
    }
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error("The connection to the gateway was lost. The run goes on; ask `sextant runs list`.");
}

async function* connection(runId, last) {
  const reply = await call(`v1/runs/${runId}/events`, { headers: { "Last-Event-ID": String(last) } });
  if (reply.status === 204) return;
  let rest = "";
  const reader = reply.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    const blocks = (rest + piece.value).split("\n\n");
    rest = blocks.pop();
    for (const block of blocks) {
      const fields = Object.fromEntries(block.split("\n").map((line) => line.split(/: (.*)/s).slice(0, 2)));
      if (fields.data) yield { id: Number(fields.id), kind: fields.event, data: JSON.parse(fields.data) };
    }
  }
}

function showAnswer(article, answer, runId) {
  const shown = article.querySelector(".answer");
  shown.replaceChildren();
  for (const part of answer.answer.split(/(\[\d+\])/)) {
    const mark = part.match(/^\[(\d+)\]$/);
    if (!mark) {
      shown.append(part);
      continue;
    }
    const link = element("a", part);
    link.href = `#${runId}-${mark[1]}`;
    shown.append(link);
  }
  const notes = [`Confidence ${percent(answer.confidence.score)} (${answer.confidence.label})`, `profile ${answer.profile}`];
  if (answer.abstained) notes.push("the documents do not hold the answer");
  if (answer.degraded.length) notes.push(`degraded: ${answer.degraded.join(", ")}`);
  if (answer.unconfirmed.length) notes.push(`not confirmed: ${answer.unconfirmed.join("; ")}`);
  article.querySelector(".notes").textContent = notes.join(" · ");
  article.querySelector(".conflicts").replaceChildren(
    ...answer.contradictions.map((conflict) => {
      const said = conflict.statements.map((one) => `${one.title}${one.date ? ` (${one.date})` : ""}: ${one.value}`);
      return element("li", `Sources disagree on ${conflict.topic}. ${said.join("; ")}. ${conflict.reason}`);
    }),
  );
  article.querySelector(".sources").replaceChildren(...answer.citations.map((citation) => source(citation, runId)));
}

function source(citation, runId) {
  const place = [citation.section, citation.page ? `page ${citation.page}` : "", citation.date ?? ""].filter(Boolean);
  const item = element("li", "");
  item.id = `${runId}-${citation.n}`;
  item.value = citation.n;
  const title = element(/^https?:\/\//.test(citation.url) ? "a" : "b", citation.title || citation.external_id);
  if (title.tagName === "A") {
    title.href = citation.url;
    title.rel = "noreferrer noopener";
  }
  item.append(title, place.length ? ` · ${place.join(" · ")}` : "", element("q", citation.quote));
  return item;
}

async function ask(question) {
  const article = at("exchange").content.cloneNode(true).querySelector("article");
  article.querySelector(".question").textContent = question;
  at("conversation").append(article);
  article.scrollIntoView({ behavior: "smooth", block: "start" });
  const [work, stages] = [article.querySelector(".work"), article.querySelector(".stages")];
  try {
    const body = { question, flow: at("flow").value, history: history.slice(-20) };
    const headers = { "Content-Type": "application/json", Prefer: "respond-async" };
    const run = await (await call("v1/answers", { method: "POST", headers, body: JSON.stringify(body) })).json();
    running = run.id;
    let [answer, ended] = [null, {}];
    for await (const { kind, data } of eventsOf(run.id)) {
      if (STAGES[kind]) stages.append(element("li", STAGES[kind](data)));
      if (kind === "answer.final") answer = data.answer;
      if (kind === "run.ended") ended = data;
    }
    if (!answer) throw new Error(ended.reason || `The run is ${ended.status}.`);
    showAnswer(article, answer, run.id);
    history.push({ role: "user", text: question }, { role: "assistant", text: answer.answer });
    work.open = false;
    work.querySelector("summary").textContent = `How it was found (${stages.children.length} steps, run ${run.id})`;
  } catch (error) {
    work.querySelector("summary").textContent = "Ended without an answer";
    article.append(element("p", error.message, "failed"));
  }
}

function busy(is) {
  at("send").disabled = at("forget").disabled = is;
  at("stop").hidden = !is;
}

at("ask").addEventListener("submit", async (event) => {
  event.preventDefault();
  const question = at("question").value.trim();
  if (!question || at("send").disabled) return;
  at("question").value = "";
  busy(true);
  await ask(question);
  running = null;
  busy(false);
  at("question").focus();
});

at("question").addEventListener("keydown", (event) => {
  if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
    event.preventDefault();
    at("ask").requestSubmit();
  }
});

at("stop").addEventListener("click", () => {
  if (running) call(`v1/runs/${running}`, { method: "DELETE" }).catch(() => {});
});

at("forget").addEventListener("click", () => {
  history.length = 0;
  at("conversation").replaceChildren();
});
