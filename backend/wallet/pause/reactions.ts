import type { Deps } from "../../deps.ts";
import type { Reactor } from "../../store/projections/follow.ts";
import { repeat } from "../../contract/repeat.ts";
import { bookLost } from "../lost_payouts/book.ts";
import type { LostPayoutSettled } from "./events.ts";
import { checkEpoch, checkProvider } from "./watch.ts";

/** How often the loop looks whether something is due, and how often each check is. */
const LOOK_MS = 2_000;
const EPOCH_MS = 60_000;
const PROVIDER_MS = 5 * 60_000;
/** A start waits so long for the provider before it serves; payouts wait longer. */
const PATIENCE_MS = 3_000;
/** While payouts wait for the provider's first answer. */
const WAITING_MS = 20_000;

const LOST = "lost_payout";
/** The provider may be away for days. */
const LOST_ATTEMPTS = 500;

/** The heads are kept outside right after each payout, so that a backup from before it is noticed. */
export function pauseReactors(deps: Deps): Reactor[] {
  const booking: Reactor<LostPayoutSettled> = {
    name: "wallet_lost_payouts",
    logs: ["social"],
    on: ["LostPayoutSettled"],
    async react({ data: { reference, userId } }) {
      if (userId === undefined) return;
      await deps.jobs.enqueue(deps.store.sql, { kind: LOST, key: reference, payload: { reference, userId } });
    },
  };
  return [booking, {
    name: "wallet_payout_epoch",
    logs: ["ledger"],
    on: ["PayoutAttempted", "PayoutCompleted"],
    react: () => checkEpoch(deps),
  }];
}

/** Books lost payouts in this process from now on that two sides have settled. */
export function workLostPayouts(deps: Deps): void {
  deps.jobs.work<{ reference: string; userId: string }>(LOST, ({ payload }) => bookLost(deps, payload), {
    attempts: LOST_ATTEMPTS,
  });
}

/** Looks for a restore in this process from now on. `looked` waits a little for the provider's first answer. */
export function watchRestore(deps: Deps): { readonly looked: Promise<void>; stop(): Promise<void> } {
  const due = { epoch: deps.now() + EPOCH_MS, provider: deps.now() + WAITING_MS };
  const first = checkProvider(deps).catch((error) => deps.log("The provider's lists cannot be checked", error));
  const loop = repeat(async () => {
    const now = deps.now();
    if (now >= due.epoch) {
      due.epoch = now + EPOCH_MS;
      await checkEpoch(deps);
    }
    if (now < due.provider) return;
    await first;
    await checkProvider(deps);
    due.provider = now + (deps.restore.isWaiting ? WAITING_MS : PROVIDER_MS);
  }, { everyMs: LOOK_MS, log: deps.log });
  return {
    looked: soon(first),
    stop: async () => {
      await loop.stop();
      await first;
    },
  };
}

async function soon(work: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  await Promise.race([work, new Promise<void>((end) => timer = setTimeout(end, PATIENCE_MS))]);
  clearTimeout(timer);
}
