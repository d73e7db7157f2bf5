import { setImmediate } from "node:timers";

/** Counts the statements of pages that a store sends, and in how many turns of the event loop. */
export class Rounds {
  #counted = { statements: 0, rounds: 0 };
  #isInRound = false;

  /** For a store's `asked`. */
  readonly heard = (): void => {
    this.#counted.statements++;
    if (this.#isInRound) return;
    this.#counted.rounds++;
    this.#isInRound = true;
    // A timer may come later than a quick answer.
    setImmediate(() => this.#isInRound = false);
  };

  /** All until now. */
  get counted(): { readonly statements: number; readonly rounds: number } {
    return { ...this.#counted };
  }

  /** Of what is done meanwhile. */
  async of(work: () => Promise<unknown>): Promise<{ readonly statements: number; readonly rounds: number }> {
    const { statements, rounds } = this.#counted;
    await work();
    return { statements: this.#counted.statements - statements, rounds: this.#counted.rounds - rounds };
  }
}
