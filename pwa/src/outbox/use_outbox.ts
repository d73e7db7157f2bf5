import { useStore } from "../lib/store.ts";
import type { Outbox } from "./outbox.ts";
import type { OutboxSnapshot } from "./snapshot.ts";

/** The outbox's snapshot in a component. */
export function useOutbox(outbox: Outbox): OutboxSnapshot {
  return useStore({ get: outbox.snapshot, subscribe: outbox.subscribe, set: () => {} });
}
