import { knownLostPayouts } from "../../../projections/wallet/lost_payouts.ts";
import { knownPayouts } from "../../../projections/wallet/withdrawals.ts";
import { FilesUnavailable } from "../../adapters/files/types.ts";
import { PaymentsUnavailable } from "../../adapters/payments/types.ts";
import { nameInReference } from "../../contract/payment_reference.ts";
import { PROVIDER_NAME } from "../../contract/payments.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import { purposeOf } from "../../payments/purpose.ts";
import { PAYOUT_NAME } from "../withdrawal/events.ts";
import { eventsAt, readHeads } from "../../store/log/heads.ts";
import { otherInstallations, readEpoch, writeEpoch } from "./epoch.ts";
import type { LostFact } from "./events.ts";
import { pauseFor, readPause } from "./pause.ts";
import { compareHeads, type KeptHeads, type PayoutPause } from "./state.ts";

type WatchDeps = Pick<
  Deps,
  "store" | "files" | "payments" | "purposes" | "installation" | "restore" | "now" | "log"
>;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The lists of a check may take this long together: then it counts as no answer. */
const LISTS_MS = 10 * 60_000;
/** Asked for again, because the provider's clock and list are not ours. */
const OVERLAP_MS = HOUR_MS;

/**
 * At a start, before anything is appended: holds the log against the epoch in the files store, and lets no payout begin
 * until `checkProvider` has had its answer. An empty log begins a new epoch and has nothing to lose.
 */
export async function beginWatch(deps: WatchDeps): Promise<void> {
  const { heads, recordedAt } = await readHeads(deps.store.sql);
  deps.restore.isWaiting = heads.length > 0;
  // A day more, because the provider's clock is not ours.
  deps.restore.listedTo = heads.length > 0 ? recordedAt - DAY_MS : deps.now();
  await withFiles(deps, async () => {
    const others = await readEpoch(deps) ? [] : await otherInstallations(deps);
    if (others.length > 0 && heads.length === 0) {
      deps.log(`The files store has belonged to another database (${others.join(", ")}): this one begins anew`);
    }
    if (others.length > 0 && heads.length > 0) await found(deps, others.map(otherOf));
    else await checkEpoch(deps);
  });
}

function otherOf(subject: string): LostFact {
  return { kind: "other_installation", subject };
}

/** Holds the log against the epoch in the files store and what this process has seen; then keeps today's heads there. */
export async function checkEpoch(deps: WatchDeps): Promise<void> {
  await withFiles(deps, async () => {
    // Before the heads of now, which can only be further.
    const file = await readEpoch(deps);
    const kept = [deps.restore.seen, file].filter((one) => one !== undefined);
    const [pause, { heads }] = await Promise.all([readPause(deps.store.sql), readHeads(deps.store.sql)]);
    const ours = { epoch: pause.epoch, heads };
    const lost: LostFact[] = [];
    for (const one of kept) lost.push(...compareHeads(one, ours, await eventsAt(deps.store.sql, one.heads)));
    if (lost.length > 0) return void await found(deps, lost);
    deps.restore.seen = ours;
    if (!isLost(pause) && !(file && isSame(file, ours))) await writeEpoch(deps, ours);
  });
}

/** What lies outside is evidence until admins have decided. */
function isLost({ paused }: PayoutPause): boolean {
  return paused !== undefined && paused.lost.length > 0;
}

function isSame(one: KeptHeads, two: KeptHeads): boolean {
  return one.epoch === two.epoch && JSON.stringify(one.heads) === JSON.stringify(two.heads);
}

/** A files store that is away stops nothing: the provider's lists still tell of a restore. */
async function withFiles(deps: WatchDeps, work: () => Promise<void>): Promise<void> {
  try {
    await work();
    back(deps, "files");
  } catch (error) {
    if (!(error instanceof FilesUnavailable)) throw error;
    away(deps, "files", "The files store is away: a restore is noticed by the payment provider's lists alone");
  }
}

/**
 * Holds the provider's lists against the log: what it has under a reference of this installation and the log does not
 * know pauses payouts. Once it has answered, payouts may begin. Does nothing but say so when it is away.
 */
export async function checkProvider(deps: WatchDeps): Promise<void> {
  const { restore, store: { sql }, now } = deps;
  const to = now();
  try {
    const since = Math.max((await readPause(sql)).trustedTo, restore.listedTo ?? to - DAY_MS);
    const lost = await listLost(deps, { fromMs: since, toMs: to });
    if (lost.length > 0) await found(deps, lost, Math.min(since, to - DAY_MS));
    restore.listedTo = to - OVERLAP_MS;
    restore.isWaiting = false;
    back(deps, "provider");
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable)) throw error;
    if (restore.isWaiting) away(deps, "provider", `Payouts wait until ${PROVIDER_NAME} answers: ${error.message}`);
  }
}

async function listLost(deps: WatchDeps, span: { fromMs: number; toMs: number }): Promise<LostFact[]> {
  const until = performance.now() + LISTS_MS;
  const inTime = () => {
    if (performance.now() > until) throw new PaymentsUnavailable("timeout", "the lists did not end in time");
  };
  const lost = new Map<string, LostFact>();
  for await (const payout of deps.payments.listPayouts(span)) {
    inTime();
    const { reference: subject, amountKobo, createdAt, recipientCode = "", said, status } = payout;
    if (nameInReference(deps.installation, subject) !== PAYOUT_NAME) continue;
    const more = { amountKobo, status: said ?? status, at: createdAt?.getTime() ?? 0, recipientCode };
    lost.set(subject, { kind: "payout_unknown", subject, ...more });
  }
  const found = [...lost.keys()];
  for (const known of await knownPayouts(deps.store.sql, found)) lost.delete(known);
  for (const known of await knownLostPayouts(deps.store.sql, found)) lost.delete(known);
  for await (const { reference: subject, requestedKobo, paidAt, said, status } of deps.payments.listCharges(span)) {
    inTime();
    const purpose = purposeOf(deps, subject);
    if (!purpose || await purpose.find(deps.store.sql, subject)) continue;
    const more = { amountKobo: requestedKobo, status: said ?? status, at: paidAt?.getTime() ?? 0, recipientCode: "" };
    lost.set(subject, { kind: "charge_unknown", subject, ...more });
  }
  return [...lost.values()];
}

/** The provider told of a payout or charge that the log does not know: looks immediately. */
export async function checkReference(deps: WatchDeps, reference: string): Promise<void> {
  const isOurs = nameInReference(deps.installation, reference) === PAYOUT_NAME || purposeOf(deps, reference);
  if (isOurs) await checkProvider(deps);
}

async function found(deps: WatchDeps, lost: readonly LostFact[], since?: number): Promise<void> {
  const { recordedAt } = await readHeads(deps.store.sql);
  const isNew = await pauseFor(deps, { lost, since: since ?? (recordedAt || deps.now()) - DAY_MS }) > 0;
  if (!isNew) return;
  const words = "PAYOUTS ARE PAUSED: the log has lost events, as after a restore. See Payouts in the back office";
  deps.log(words, undefined, { level: "error" });
  for (const fact of lost.slice(0, 20)) deps.log(`Found: ${JSON.stringify(fact)}`, undefined, { level: "error" });
}

function away({ restore, log }: WatchDeps, what: string, line: string): void {
  if (!restore.away.has(what)) log(line, undefined, { level: "warn" });
  restore.away.add(what);
}

function back({ restore, log }: WatchDeps, what: string): void {
  if (restore.away.delete(what)) log(what === "files" ? "The files store is back" : `${PROVIDER_NAME} has answered`);
}

/** Refuses with `payouts_paused` where no payout may begin now. */
export async function needPayouts({ restore, store: { sql } }: Pick<Deps, "restore" | "store">): Promise<void> {
  if (restore.isWaiting) throw waiting();
  if ((await readPause(sql)).paused) {
    throw new Refusal("payouts_paused", "Payouts are paused. See Payouts for the reason and what to do.");
  }
}

/** What an approval is told before the provider has shown its lists. */
export function waiting(): Refusal {
  const text = `Orin has just started and waits for ${PROVIDER_NAME}'s lists. Please try again in a minute.`;
  return new Refusal("payouts_paused", text);
}
