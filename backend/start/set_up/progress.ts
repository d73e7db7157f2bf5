/** Per cent of a first start that each part takes: estimates, since machines and networks differ. */
const WEIGHTS = { packages: 30, database: 10, app: 15, demo: 45 };

export type Part = keyof typeof WEIGHTS;

const WORDS: Readonly<Record<Part, string>> = {
  packages: "Installing packages",
  database: "Preparing the database",
  app: "Building the app",
  demo: "Making the demo world",
};

/** How far a start is. */
export class SetUp {
  readonly #shares: Map<Part, number>;

  /** With the parts that this start has. */
  constructor(parts: readonly Part[]) {
    this.#shares = new Map(parts.map((part) => [part, 0]));
  }

  /** Says that a share of a part, 0 to 1, is done; it never goes back. */
  reach(part: Part, share = 1): void {
    const before = this.#shares.get(part);
    if (before !== undefined) this.#shares.set(part, Math.min(1, Math.max(before, share)));
  }

  /** 0 to 99: at 100 the app answers. */
  get percent(): number {
    const parts = [...this.#shares];
    const all = parts.reduce((sum, [part]) => sum + WEIGHTS[part], 0);
    const done = parts.reduce((sum, [part, share]) => sum + WEIGHTS[part] * share, 0);
    return Math.min(99, Math.floor(100 * done / Math.max(1, all)));
  }

  /** Whether more than the database is made: a first start, or one for developers. */
  get isLong(): boolean {
    return this.#shares.size > 1;
  }

  /** What is being done, in words. */
  get doing(): string {
    const open = [...this.#shares].find(([, share]) => share < 1);
    return open ? WORDS[open[0]] : "Almost there";
  }
}
