/** One after another for each key: what the second decides on is what the first left behind. */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Runs the work when everything before it under the same key has ended, well or not. */
  async take<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const before = this.#last.get(key) ?? Promise.resolve();
    const mine = before.then(work, work);
    this.#last.set(key, mine);
    try {
      return await mine;
    } finally {
      if (this.#last.get(key) === mine) this.#last.delete(key);
    }
  }
}
