import type { Outbox } from "../outbox/outbox.ts";
import type { OutboxSnapshot } from "../outbox/snapshot.ts";
import { subscribeReached } from "./connection.ts";
import { getSession, subscribeSession } from "./session.ts";
import { createStore, useStore } from "./store.ts";

const snapshot = createStore<OutboxSnapshot | undefined>(undefined);
let opening: Promise<Outbox> | undefined;

/**
 * The device's outbox, opened once; it then follows who is logged in, and is told when the service was reached. Its
 * code comes with the first call, so that reading the snapshot costs the first screen nothing.
 */
export function appOutbox(): Promise<Outbox> {
  return opening ??= open();
}

/** What waits in the outbox, outside of components; undefined until it is open. */
export const outboxSnapshot: Pick<typeof snapshot, "get" | "subscribe"> = snapshot;

/** What waits in the outbox, in a component; undefined until it is open. */
export function useOutboxSnapshot(): OutboxSnapshot | undefined {
  return useStore(snapshot);
}

async function open(): Promise<Outbox> {
  const { openOutbox } = await import("../outbox/outbox.ts");
  const outbox = await openOutbox();
  subscribeSession(() => void follow(outbox));
  await follow(outbox);
  const show = () => snapshot.set(outbox.snapshot());
  outbox.subscribe(show);
  show();
  subscribeReached(() => outbox.nudge());
  return outbox;
}

/** A session from before report tokens were kept still reports, as long as it lives. */
async function follow(outbox: Outbox): Promise<void> {
  const session = getSession();
  const reporter = session && {
    userId: session.userId,
    reportToken: session.reportToken || session.token,
    sessionToken: session.token,
  };
  await outbox.setReporter(reporter ?? undefined);
}
