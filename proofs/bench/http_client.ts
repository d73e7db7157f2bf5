/** A connection that is kept open, with one request at a time: cheaper than `fetch`, so that the service is what is measured. */
export class HttpConnection {
  readonly #buffer = new Uint8Array(1 << 20);
  #filled = 0;

  private constructor(readonly connection: Deno.TcpConn) {
    connection.setNoDelay(true);
  }

  static async open(port: number): Promise<HttpConnection> {
    return new HttpConnection(await Deno.connect({ hostname: "127.0.0.1", port }));
  }

  /** Sends a request and answers status and body. The service says how long its answers are. */
  async send(
    method: string,
    path: string,
    { token, body }: { token: string; body?: string },
  ): Promise<{ status: number; body: string }> {
    const head = `${method} ${path} HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer ${token}\r\n`;
    const content = body === undefined
      ? "\r\n"
      : `Content-Type: application/json\r\nContent-Length: ${new TextEncoder().encode(body).length}\r\n\r\n${body}`;
    await this.#write(new TextEncoder().encode(head + content));
    return await this.#answer();
  }

  close(): void {
    this.connection.close();
  }

  async #write(bytes: Uint8Array): Promise<void> {
    for (let sent = 0; sent < bytes.length;) sent += await this.connection.write(bytes.subarray(sent));
  }

  async #answer(): Promise<{ status: number; body: string }> {
    this.#filled = 0;
    for (;;) {
      const read = await this.connection.read(this.#buffer.subarray(this.#filled));
      if (read === null) throw new Error("The service closed the connection");
      this.#filled += read;
      const text = new TextDecoder().decode(this.#buffer.subarray(0, this.#filled));
      const end = text.indexOf("\r\n\r\n");
      if (end < 0) continue;
      const length = Number(/^content-length: (\d+)/im.exec(text)?.[1]);
      if (Number.isNaN(length)) throw new Error(`An answer without its length: ${text.slice(0, end)}`);
      const body = new TextEncoder().encode(text.slice(end + 4));
      if (body.length >= length) return { status: Number(text.slice(9, 12)), body: text.slice(end + 4) };
    }
  }
}
