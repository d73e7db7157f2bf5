/** A network between the browser and the service that can be taken away, for pages and workers alike. */
export class GivenNetwork implements AsyncDisposable {
  readonly #target: URL;
  readonly #open = new Set<Deno.TcpConn>();
  #listener: Deno.TcpListener;
  #isThere = true;
  /** What connects is let in and never answered. */
  #hangs = false;

  constructor(serviceUrl: string) {
    this.#target = new URL(serviceUrl);
    this.#listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    void this.#serve();
  }

  /** Where the browser finds the service. */
  get url(): string {
    return `http://localhost:${this.#listener.addr.port}`;
  }

  /** The network goes; a browser that asks gets a refusal, or with `hangs` no answer for ever. */
  take({ hangs = false } = {}): void {
    this.#isThere = false;
    this.#hangs = hangs;
    for (const connection of this.#open) close(connection);
    this.#open.clear();
  }

  give(): void {
    if (this.#isThere) return;
    for (const connection of this.#open) close(connection);
    this.#open.clear();
    this.#isThere = true;
  }

  async #serve(): Promise<void> {
    for await (const browser of this.#listener) {
      if (this.#isThere) void this.#join(browser);
      else if (this.#hangs) this.#open.add(browser);
      else close(browser);
    }
  }

  async #join(browser: Deno.TcpConn): Promise<void> {
    const service = await Deno.connect({ hostname: "127.0.0.1", port: Number(this.#target.port) }).catch(() =>
      undefined
    );
    if (!service) return close(browser);
    for (const connection of [browser, service]) this.#open.add(connection);
    await Promise.allSettled([browser.readable.pipeTo(service.writable), service.readable.pipeTo(browser.writable)]);
    for (const connection of [browser, service]) {
      close(connection);
      this.#open.delete(connection);
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.take();
    this.#listener.close();
    return Promise.resolve();
  }
}

function close(connection: Deno.TcpConn): void {
  try {
    connection.close();
  } catch {
    // It has ended by itself.
  }
}
