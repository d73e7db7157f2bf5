import type { Payments } from "../../adapters/payments/types.ts";
import type { SystemHealth } from "../../contract/admin_stats.ts";

/** The balance may be this old, and no one waits longer than that for the provider. */
const AGE_MS = 30_000;
const WAIT_MS = 150;

/** What the provider said last about its balance; asked again in the background when that is old. */
export class ProviderBalance {
  #known: SystemHealth["providerBalance"] = null;
  #askedAt = 0;
  #asking: Promise<void> | undefined;

  constructor(readonly payments: Payments, readonly now: () => number) {}

  async read(): Promise<SystemHealth["providerBalance"]> {
    if (!this.#asking && this.now() - this.#askedAt > AGE_MS) {
      this.#askedAt = this.now();
      this.#asking = this.payments.balance().then((kobo) => {
        this.#known = { amount: kobo / 100, at: new Date(this.now()).toISOString() };
      }, () => {
        this.#known = null;
      }).finally(() => this.#asking = undefined);
    }
    const patienceMs = this.#askedAt + WAIT_MS - this.now();
    if (this.#asking && patienceMs > 0) await atMost(this.#asking, patienceMs);
    return this.#known;
  }
}

async function atMost(work: Promise<void>, ms: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  await Promise.race([work, new Promise<void>((done) => timer = setTimeout(done, ms))]);
  clearTimeout(timer);
}
