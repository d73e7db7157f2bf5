import type { SoundLocks } from "../one_sound.ts";

type Request = { mode: "exclusive" | "shared"; run(): void; lose(): void };

/** The Web Locks of a browser, one lock for all its tabs. */
export class FakeLocks implements SoundLocks {
  readonly #held = new Set<Request>();
  readonly #queue: Request[] = [];

  /** Given as a browser gives it: stealing at once, all else when those before have let go. */
  readonly request: SoundLocks["request"] = (_name, { steal = false, mode = "exclusive", signal }, work) =>
    new Promise((done, fail) => {
      const request: Request = {
        mode,
        run: () => {
          this.#held.add(request);
          Promise.resolve(work()).then(done, fail).finally(() => this.#end(request));
        },
        lose: () => {
          this.#held.delete(request);
          fail(new DOMException("The lock was stolen", "AbortError"));
        },
      };
      signal?.addEventListener("abort", () => {
        this.#queue.splice(this.#queue.indexOf(request) >>> 0, 1);
        fail(signal.reason);
      });
      queueMicrotask(() => steal ? this.#steal(request) : this.#wait(request));
    });

  get holders(): number {
    return this.#held.size;
  }

  #steal(request: Request): void {
    for (const held of [...this.#held]) held.lose();
    request.run();
  }

  #wait(request: Request): void {
    this.#queue.push(request);
    this.#grant();
  }

  #end(request: Request): void {
    this.#held.delete(request);
    this.#grant();
  }

  #grant(): void {
    const isFree = () => [...this.#held].every(({ mode }) => mode === "shared");
    while (this.#queue[0] && isFree() && (this.#queue[0].mode === "shared" || this.#held.size === 0)) {
      this.#queue.shift()?.run();
    }
  }
}
