import { createHmac } from "node:crypto";
import { WEBHOOK } from "../paystack_webhook.ts";
import type { Book } from "./book.ts";
import type { FaultSwitches } from "./faults.ts";
import type { DeliveryRecord } from "./records.ts";

type DeliveryOptions = {
  book: Book;
  faults: FaultSwitches;
  /** Where notices go; without it none are made. */
  webhookUrl: string | undefined;
  secretKey: string;
  /** The waits between attempts; after the last one it gives up. */
  retryAfterMs: readonly number[];
  timeoutMs: number;
  log: (line: string) => void;
};

/** A held notice goes at the latest then, although no later one has come to overtake it. */
const HELD_AT_MOST_MS = 5_000;

/** Signed notices: noted in the transaction of what they tell, sent until the receiver says 200. */
export class Deliveries {
  readonly #options: DeliveryOptions;
  readonly #stopping = new AbortController();
  readonly #running = new Set<Promise<void>>();

  constructor(options: DeliveryOptions) {
    this.#options = options;
  }

  emit(event: string, data: Record<string, unknown>): void {
    const { book, faults, webhookUrl } = this.#options;
    if (webhookUrl === undefined) return;
    const { webhookDelayMs, webhooksDoubled, webhooksReordered, webhooksLost } = faults.read();
    const held = webhooksReordered && heldOnes(book).length === 0;
    const state = webhooksLost ? "lost" : held ? "held" : "waiting";
    const due = webhooksLost ? null : Date.now() + webhookDelayMs + (held ? HELD_AT_MOST_MS : 0);
    const body = JSON.stringify({ event, data });
    for (let copy = 0; copy < (webhooksDoubled ? 2 : 1); copy++) {
      book.add("delivery", { key: null, due, event, body, attempts: [], state });
    }
  }

  start(delivery: DeliveryRecord): void {
    const { book, webhookUrl } = this.#options;
    if (webhookUrl === undefined) return void book.save("delivery", { ...delivery, state: "given up", due: null });
    const sending = book.save("delivery", { ...delivery, state: "sending", due: null });
    const work = this.#attempt(sending, webhookUrl).finally(() => this.#running.delete(work));
    this.#running.add(work);
  }

  /** What the process before was sending when it ended may have arrived or not: it is sent again. */
  resume(): void {
    const { book } = this.#options;
    for (const cutOff of book.list("delivery", { limit: 10_000 }).filter(({ state }) => state === "sending")) {
      book.save("delivery", { ...cutOff, state: "waiting", due: Date.now() });
    }
  }

  /** Breaks off what is under way. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.allSettled(this.#running);
  }

  async #attempt(delivery: DeliveryRecord, url: string): Promise<void> {
    const { book } = this.#options;
    const met = await this.#send(delivery, url);
    if (this.#stopping.signal.aborted) return;
    book.atomically(() => {
      this.#finish(delivery, met);
      for (const held of heldOnes(book)) {
        if (held.id < delivery.id) book.save("delivery", { ...held, state: "waiting", due: Date.now() });
      }
    });
  }

  #finish(delivery: DeliveryRecord, met: string): void {
    const { book, retryAfterMs, log } = this.#options;
    const attempts = [...delivery.attempts, met];
    const wait = retryAfterMs[attempts.length - 1];
    if (met === "200") book.save("delivery", { ...delivery, attempts, state: "delivered", due: null });
    else if (wait === undefined) book.save("delivery", { ...delivery, attempts, state: "given up", due: null });
    else book.save("delivery", { ...delivery, attempts, state: "waiting", due: Date.now() + wait });
    if (met !== "200") log(`Notice ${delivery.event} was not taken: ${met}`);
  }

  /** The HTTP status it met, or why there was none. */
  async #send({ body }: DeliveryRecord, url: string): Promise<string> {
    const { faults, secretKey, timeoutMs } = this.#options;
    const bytes = new TextEncoder().encode(body);
    const key = faults.read().webhooksBadlySigned ? `${secretKey}-forged` : secretKey;
    const signature = createHmac("sha512", key).update(bytes).digest("hex");
    try {
      const response = await fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json", [WEBHOOK.signatureHeader]: signature },
        body: bytes,
        redirect: "manual",
        signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), this.#stopping.signal]),
      });
      await response.body?.cancel();
      return String(response.status);
    } catch (error) {
      return error instanceof Error ? error.name : "no connection";
    }
  }
}

function heldOnes(book: Book): DeliveryRecord[] {
  return book.list("delivery", { limit: 50 }).filter(({ state }) => state === "held");
}
