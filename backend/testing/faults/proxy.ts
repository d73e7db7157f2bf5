/** A proxy between the writers and Postgres that treats connections as bad networks do. */
export interface Proxy extends AsyncDisposable {
  readonly port: number;
  /** Cuts every connection, in the middle of whatever it carries. */
  cut(): void;
  /** Carries nothing for a while; connections stay open. */
  stall(ms: number): Promise<void>;
  /** As soon as a client has sent this text no client hears the server any more, until `cut()`. Resolves then. */
  loseAnswersAfter(text: string): Promise<void>;
}

/** Opens the proxy between writers and Postgres. */
export function startProxy(target: { hostname: string; port: number }): Proxy {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const open = new Set<Deno.Conn>();
  let stalled: Promise<void> | undefined;
  let loss: Loss | undefined;
  const carry = async (from: Deno.Conn, to: Deno.Conn, isAnswer: boolean) => {
    const buffer = new Uint8Array(65_536);
    try {
      for (let read = await from.read(buffer); read !== null; read = await from.read(buffer)) {
        await stalled;
        if (loss?.takes(buffer.subarray(0, read), isAnswer)) continue;
        for (let sent = 0; sent < read;) sent += await to.write(buffer.subarray(sent, read));
      }
    } catch {
      // Cut, here or at one of its ends: both ends learn of it.
    }
    for (const connection of [from, to]) if (open.delete(connection)) connection.close();
  };
  const accept = async () => {
    for await (const client of listener) {
      open.add(client);
      try {
        const server = await Deno.connect(target);
        open.add(server);
        void carry(client, server, false);
        void carry(server, client, true);
      } catch {
        // Postgres is away.
        if (open.delete(client)) client.close();
      }
    }
  };
  const accepting = accept();
  const cut = () => {
    loss = undefined;
    for (const connection of [...open]) if (open.delete(connection)) connection.close();
  };
  return {
    port: listener.addr.port,
    cut,
    async stall(ms) {
      stalled = new Promise((resolve) => setTimeout(resolve, ms));
      await stalled;
      stalled = undefined;
    },
    loseAnswersAfter(text) {
      loss = new Loss(text);
      return loss.begun.promise;
    },
    async [Symbol.asyncDispose]() {
      listener.close();
      cut();
      await accepting;
    },
  };
}

/** The answers of a server are lost from the moment that a client has sent a text. */
class Loss {
  readonly begun = Promise.withResolvers<void>();
  #hasBegun = false;

  constructor(readonly text: string) {}

  takes(bytes: Uint8Array, isAnswer: boolean): boolean {
    if (isAnswer) return this.#hasBegun;
    if (!this.#hasBegun && new TextDecoder().decode(bytes).includes(this.text)) {
      this.#hasBegun = true;
      this.begun.resolve();
    }
    return false;
  }
}
