import { booksLive, shownBooks } from "../admin/books/reads.ts";
import { PaymentsRefused } from "../adapters/payments/types.ts";
import type { Payments } from "../adapters/payments/types.ts";
import type { BooksAnswer } from "../contract/books.ts";
import type { Deps } from "../deps.ts";
import type { Metrics, Sample } from "../store/metrics.ts";
import { readPause } from "../wallet/pause/pause.ts";

/** Reading the books costs a query over every month, and money does not move so fast that a minute counts. */
const BOOKS_MS = 60_000;
const TICK_MS = 100;

/** Adds to `/metrics` what the database and the process say when they are asked. */
export function exposeFigures(deps: Deps): void {
  exposeFollowers(deps);
  exposeJobs(deps);
  exposeMoney(deps);
  exposeBackups(deps);
  exposeProcess(deps);
}

/** What `deno task orin backup` notes in the database. Without a backup there is no sample. */
function exposeBackups({ store: { metrics, sql }, now }: Deps): void {
  metrics.gauge("backup_age_seconds", {
    help: "How much a restore would lose: the age of the newest base, and of the write-ahead log",
    labels: ["kind"],
    read: async () => {
      const rows = await sql<{ kind: string; reachedAt: number }[]>`
        select kind, reached_at from backups where reached_at is not null`;
      return rows.map(({ kind, reachedAt }) => ({
        labels: { kind },
        value: Math.max(0, now() - reachedAt) / 1000,
      }));
    },
  });
}

function exposeFollowers({ store }: Deps): void {
  const { metrics } = store;
  metrics.gauge("database_up", {
    help: "Whether the database answers",
    read: async () => [{ value: await store.sql`select`.then(() => 1, () => 0) }],
    late: 0,
  });
  metrics.gauge("projection_lag", {
    help: "Events that a projection or reactor has not handled",
    labels: ["name", "log"],
    read: async () =>
      (await store.lag()).map(({ name, log, head, position }) => ({ labels: { name, log }, value: head - position })),
  });
  metrics.gauge("projection_lag_seconds", {
    help: "Age of the oldest event that a projection or reactor has not handled",
    labels: ["name", "log"],
    read: async () =>
      (await store.lagSeconds()).map(({ name, log, seconds }) => ({ labels: { name, log }, value: seconds })),
  });
}

/** Mails and texts are jobs, too: the outbox. */
function exposeJobs({ store: { metrics }, jobs, now }: Deps): void {
  metrics.gauge("jobs", {
    help: "Jobs that wait, run or failed for good",
    labels: ["kind", "state"],
    read: async () =>
      (await jobs.counts()).map(({ kind, state, count }) => ({ labels: { kind, state }, value: count })),
  });
  metrics.gauge("jobs_oldest_seconds", {
    help: "How long the oldest job of a kind has been due",
    labels: ["kind"],
    read: async () =>
      (await jobs.oldestDue()).map(({ kind, dueAt }) => ({
        labels: { kind },
        value: Math.max(0, now() - dueAt) / 1000,
      })),
  });
}

function exposeMoney(deps: Deps): void {
  const { store: { metrics, sql }, restore } = deps;
  const books = kept(async () => shownBooks(await booksLive(deps)));
  const gauge = (name: string, help: string, read: (books: BooksAnswer) => Sample[], label: string) =>
    metrics.gauge(name, { help, labels: [label], read: async () => read(await books()) });
  gauge("ledger_owed_naira", "What Orin owes, by kind", ({ owed }) => labelled("kind", owed), "kind");
  gauge(
    "ledger_platform_naira",
    "What the platform's accounts hold",
    ({ pool, fees, provider }) => labelled("account", { pool, fees, provider: provider.books }),
    "account",
  );
  gauge(
    "ledger_cover_ratio",
    "What the provider holds for each naira that Orin owes: by the books, and as it says itself",
    ({ cover }) => labelled("by", { books: cover.books, provider: cover.said }),
    "by",
  );
  metrics.gauge("payouts_paused", {
    help: "1 while payouts are paused, by an admin or because the log has lost events",
    read: async () => [{ value: Number((await readPause(sql)).paused !== undefined) }],
  });
  metrics.gauge("payouts_waiting", {
    help: "1 while no payout begins, because the provider has not shown its lists since the start",
    read: () => [{ value: Number(restore.isWaiting) }],
  });
}

function exposeProcess({ store: { metrics } }: Deps): void {
  // Deno's monitorEventLoopDelay measures nothing (2.9.6): a timer tells by how much it is late.
  let due = performance.now() + TICK_MS;
  let longestMs = 0;
  const tick = setInterval(() => {
    const now = performance.now();
    longestMs = Math.max(longestMs, now - due);
    due = now + TICK_MS;
  }, TICK_MS);
  Deno.unrefTimer(tick);
  metrics.gauge("process_memory_bytes", {
    help: "Memory of the process",
    labels: ["kind"],
    read: () => {
      const { rss, heapUsed, external } = Deno.memoryUsage();
      return labelled("kind", { rss, heap: heapUsed, external });
    },
  });
  metrics.gauge("process_event_loop_delay_seconds", {
    help: "The longest delay of the event loop since the last scrape",
    read: () => {
      const value = longestMs / 1000;
      longestMs = 0;
      return [{ value }];
    },
  });
}

/** One sample for each entry; what is not known is left out. */
function labelled(label: string, values: Readonly<Record<string, number | null>>): Sample[] {
  return Object.entries(values).flatMap(([name, value]) =>
    value === null ? [] : [{ labels: { [label]: name }, value }]
  );
}

/** Asks again after a minute; several gauges read one answer. */
function kept<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let last: { readonly at: number; readonly answer: Promise<Answer> } | undefined;
  return () => {
    if (!last || performance.now() - last.at > BOOKS_MS) {
      const answer = ask();
      last = { at: performance.now(), answer };
      answer.catch(() => last = undefined);
    }
    return last.answer;
  };
}

/** The payment provider, with the time and outcome of each call in the figures. */
export function measuredPayments(payments: Payments, metrics: Metrics): Payments {
  return new Proxy(payments, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      return (...given: unknown[]) => {
        const started = performance.now();
        const answer: unknown = member.apply(target, given);
        const note = (outcome: string) => {
          const seconds = (performance.now() - started) / 1000;
          metrics.observe("provider_seconds", { call: String(name), outcome }, seconds);
        };
        if (isList(answer)) return notedList(answer, note);
        if (answer instanceof Promise) answer.then(() => note("ok"), (error) => note(outcomeOf(error)));
        return answer;
      };
    },
  });
}

function outcomeOf(error: unknown): string {
  return error instanceof PaymentsRefused ? "refused" : "unavailable";
}

function isList(answer: unknown): answer is AsyncIterable<unknown> {
  return typeof answer === "object" && answer !== null && Symbol.asyncIterator in answer;
}

/** A list is one call, however many pages it has. */
async function* notedList(list: AsyncIterable<unknown>, note: (outcome: string) => void): AsyncGenerator<unknown> {
  try {
    yield* list;
    note("ok");
  } catch (error) {
    note(outcomeOf(error));
    throw error;
  }
}
