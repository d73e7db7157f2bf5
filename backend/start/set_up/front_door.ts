import { setUpAnswer } from "./page.ts";
import type { SetUp } from "./progress.ts";

interface Place {
  readonly hostname: string;
  readonly port: number;
  /** Another process of this start listens, too, until this one does. */
  readonly reusePort?: boolean;
}

type Answer = (request: Request, info: Deno.ServeHandlerInfo<Deno.NetAddr>) => Response | Promise<Response>;

/** Answers at the port: how far a start is once it listens, and the app from the moment that it opens. */
export class FrontDoor {
  #server: Deno.HttpServer<Deno.NetAddr> | undefined;
  #answer: Answer;

  constructor(readonly place: Place, setUp: SetUp) {
    this.#answer = (request) => setUpAnswer(request, setUp);
  }

  /** Listens where it does not yet. */
  listen(): Deno.HttpServer<Deno.NetAddr> {
    return this.#server ??= Deno.serve(
      { ...this.place, automaticCompression: true, onListen: () => {} },
      (request, info) => this.#answer(request, info),
    );
  }

  /** From now on the app answers. */
  open(app: Answer): Deno.HttpServer<Deno.NetAddr> {
    this.#answer = app;
    return this.listen();
  }

  /** Ends once the requests that it has are answered. */
  async close(): Promise<void> {
    await this.#server?.shutdown();
  }
}
