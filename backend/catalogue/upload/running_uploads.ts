import { Refusal } from "../../contract/refusal.ts";

/** Bounds how many of a person's requests of one kind run at the same time in this process. */
export class AtOnce {
  readonly #running = new Map<string, number>();

  constructor(readonly most: number) {}

  /** Throws Refusal `too_many_attempts` when there are enough; disposing it gives the place back. */
  take(userId: string): Disposable {
    const running = this.#running.get(userId) ?? 0;
    if (running >= this.most) {
      throw new Refusal("too_many_attempts", "Please wait for your other uploads to finish", { retryAfterMs: 10_000 });
    }
    this.#running.set(userId, running + 1);
    return {
      [Symbol.dispose]: () => {
        const left = (this.#running.get(userId) ?? 1) - 1;
        if (left > 0) this.#running.set(userId, left);
        else this.#running.delete(userId);
      },
    };
  }
}
