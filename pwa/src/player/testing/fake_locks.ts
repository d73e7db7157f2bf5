import type { SoundLocks } from "../one_sound.ts";

type Request = { name: string; mode: "exclusive" | "shared"; run(): void; lose(): void };

/** The Web Locks of a browser, for all its tabs. */
export class FakeLocks implements SoundLocks {
  readonly #held = new Set<Request>();
  #queue: Request[] = [];

  /** Given as a browser gives it: stealing immediately, all else when those before have let go. */
  readonly request: SoundLocks["request"] = (name, { steal = false, mode = "exclusive", signal }, work) =>
    new Promise((done, fail) => {
      const request: Request = {
        name,
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
        this.#queue = this.#queue.filter((waiting) => waiting !== request);
        fail(signal.reason);
      });
      queueMicrotask(() => steal ? this.#steal(request) : this.#wait(request));
    });

  /** How many hold the lock of that name. */
  holders(name: string): number {
    return this.#holding(name).length;
  }

  #steal(request: Request): void {
    for (const held of this.#holding(request.name)) held.lose();
    request.run();
  }

  #wait(request: Request): void {
    this.#queue.push(request);
    this.#grant(request.name);
  }

  #end(request: Request): void {
    this.#held.delete(request);
    this.#grant(request.name);
  }

  #grant(name: string): void {
    const next = this.#queue.find((waiting) => waiting.name === name);
    const held = this.#holding(name);
    if (!next || held.some(({ mode }) => mode === "exclusive" || next.mode === "exclusive")) return;
    this.#queue = this.#queue.filter((waiting) => waiting !== next);
    next.run();
    this.#grant(name);
  }

  #holding(name: string): Request[] {
    return [...this.#held].filter((held) => held.name === name);
  }
}
