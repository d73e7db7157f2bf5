/** Between two lines where nothing can move. */
const LINE_EACH_MS = 10_000;
const BAR_WIDTH = 24;
const CLEAR = "\r\x1b[K";
let isDrawn = false;

interface ProgressOptions {
  log(line: string): void;
  /** Left out: whether a person looks on. */
  readonly isTerminal?: boolean;
  now?(): number;
  write?(text: string): void;
}

/** Says how far something is: on a terminal a bar that moves, elsewhere a line each ten seconds. */
export class ProgressLine {
  readonly #options: Required<ProgressOptions>;
  #saidAt: number;
  #drawn = "";

  constructor(readonly what: string, options: ProgressOptions) {
    const isTerminal = Deno.stdout.isTerminal();
    this.#options = { isTerminal, now: () => performance.now(), write: toTerminal, ...options };
    this.#saidAt = this.#options.now();
  }

  /** `share`: 0 to 1; `more` is printed behind it. */
  at(share: number, more = ""): void {
    const { isTerminal, now, log } = this.#options;
    const percent = `${Math.floor(100 * Math.min(1, share))} %${more}`;
    if (isTerminal) return this.#draw(share, percent);
    if (now() - this.#saidAt < LINE_EACH_MS) return;
    this.#saidAt = now();
    log(`${this.what}: ${percent}`);
  }

  /** Takes the bar away. */
  end(): void {
    clearBar(this.#options.write);
    this.#drawn = "";
  }

  #draw(share: number, percent: string): void {
    const filled = Math.round(BAR_WIDTH * Math.min(1, share));
    const bar = `${"█".repeat(filled)}${"░".repeat(BAR_WIDTH - filled)}`;
    const line = `${CLEAR}orin: ${this.what} ${bar} ${percent}`;
    if (line === this.#drawn && isDrawn) return;
    this.#drawn = line;
    isDrawn = true;
    this.#options.write(line);
  }
}

/** Before any other line is printed: a bar has no end of line. */
export function clearBar(write: (text: string) => void = toTerminal): void {
  if (isDrawn) write(CLEAR);
  isDrawn = false;
}

function toTerminal(text: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(text));
}
