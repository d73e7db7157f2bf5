import { type MailMessage, MailRefused, MailUnavailable } from "../adapters/mail/types.ts";
import type { Deps } from "../deps.ts";
import { PermanentFailure, type WorkOptions } from "../store/jobs/job.ts";
import { RelayAway, through } from "../store/jobs/relay.ts";

const RELAY = "mail";
const WORTH_MS = 48 * 3_600_000;

/** How jobs that end in `deliver` are worked on: a mail is tried for two days, and waits while the relay is away. */
export const AS_MAIL = { relay: RELAY, worthMs: () => WORTH_MS } satisfies WorkOptions;

/**
 * Hands a mail to the relay, for a job worked on `AS_MAIL`. Throws PermanentFailure where it will never be taken, RelayAway
 * where no mail is, and MailUnavailable where this one is not taken now.
 */
export async function deliver({ mail, store }: Pick<Deps, "mail" | "store">, message: MailMessage): Promise<void> {
  await through(store.sql, RELAY, () => mail.send(message).catch(failAs));
}

function failAs(error: unknown): never {
  if (error instanceof MailRefused) throw new PermanentFailure(error.message);
  if (error instanceof MailUnavailable && error.isRelay) throw new RelayAway(error.message);
  throw error;
}
