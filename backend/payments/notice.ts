import type { Notice } from "../adapters/payments/types.ts";
import type { Deps } from "../deps.ts";

export const NOTICE = "payment_notice";

/** Keeps a notice of the provider until it has been dealt with. A repetition of one that is kept changes nothing. */
export async function keepNotice(deps: Pick<Deps, "store" | "jobs">, notice: Notice): Promise<void> {
  await deps.jobs.enqueue(deps.store.sql, { kind: NOTICE, key: notice.key, payload: notice });
}
