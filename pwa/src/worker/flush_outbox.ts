import { openOutbox } from "../outbox/outbox.ts";

/** Sends what waits while no page may be open. A failure is no loss: the rows stay, and the next page sends them. */
export async function flushOutbox(): Promise<void> {
  const outbox = await openOutbox();
  try {
    await outbox.flush();
  } finally {
    outbox.close();
  }
}
