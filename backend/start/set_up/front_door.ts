import { noteWait } from "../../http/waits.ts";
import { setUpAnswer } from "./page.ts";
import type { SetUp } from "./progress.ts";

interface Place {
  readonly hostname: string;
  readonly port: number;
  /** Another process of this start listens, too, until this one does. */
  readonly reusePort?: boolean;
}

/** A write that comes before the app waits so long for it: a proxy that has sent it here cannot send it elsewhere. */
const PATIENCE_MS = 20_000;
/** More than these are told to come again. */
const MOST_WAITING = 200;

type Answer = (request: Request, info: Deno.ServeHandlerInfo<Deno.NetAddr>) => Response | Promise<Response>;

/**
 * Answers at the port: how far a start is once it listens, and the app from the moment that it opens. A proxy sends a read
 * that gets 503 to another process; a write waits a little for the app.
 */
export class FrontDoor {
  #server: Deno.HttpServer<Deno.NetAddr> | undefined;
  #app: Answer | undefined;
  #waiting = 0;
  readonly #opening = Promise.withResolvers<void>();

  constructor(readonly place: Place, readonly setUp: SetUp) {}

  /** Listens where it does not yet. */
  listen(): Deno.HttpServer<Deno.NetAddr> {
    return this.#server ??= Deno.serve(
      { ...this.place, automaticCompression: true, onListen: () => {} },
      (request, info) => this.#answer(request, info),
    );
  }

  /** From now on the app answers. */
  open(app: Answer): Deno.HttpServer<Deno.NetAddr> {
    this.#app = app;
    this.#opening.resolve();
    return this.listen();
  }

  /** Ends once the requests that it has are answered. */
  async close(): Promise<void> {
    this.#opening.resolve();
    await this.#server?.shutdown();
  }

  async #answer(request: Request, info: Deno.ServeHandlerInfo<Deno.NetAddr>): Promise<Response> {
    if (!this.#app && !["GET", "HEAD"].includes(request.method) && this.#waiting < MOST_WAITING) {
      const came = performance.now();
      await this.#wait();
      noteWait(request, performance.now() - came);
    }
    return await (this.#app?.(request, info) ?? setUpAnswer(request, this.setUp));
  }

  async #wait(): Promise<void> {
    this.#waiting++;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<void>((end) => timer = setTimeout(end, PATIENCE_MS));
    await Promise.race([this.#opening.promise, late]);
    clearTimeout(timer);
    this.#waiting--;
  }
}
