import { setUpAnswer } from "./page.ts";
import type { SetUp } from "./progress.ts";

interface Place {
  readonly hostname: string;
  readonly port: number;
  /** Another process of this start listens, too, until this one does. */
  readonly reusePort?: boolean;
}

/** Answers at the port from the first moment of a start: how far it is, until the app is there. */
export class FrontDoor {
  readonly server: Deno.HttpServer<Deno.NetAddr>;
  #answer: (request: Request, info: Deno.ServeHandlerInfo<Deno.NetAddr>) => Response | Promise<Response>;

  constructor(place: Place, setUp: SetUp) {
    this.#answer = (request) => setUpAnswer(request, setUp);
    this.server = Deno.serve(
      { ...place, automaticCompression: true, onListen: () => {} },
      (request, info) => this.#answer(request, info),
    );
  }

  /** From now on the app answers. */
  open(app: (request: Request, info: Deno.ServeHandlerInfo<Deno.NetAddr>) => Response | Promise<Response>): void {
    this.#answer = app;
  }
}
