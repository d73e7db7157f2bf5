const LONGEST_HEAD = 8_192;

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
    { token, body, range }: { token?: string | undefined; body?: string; range?: string | undefined },
  ): Promise<{ status: number; body: string }> {
    const said = token === undefined ? "" : `Authorization: Bearer ${token}\r\n`;
    const part = range === undefined ? "" : `Range: ${range}\r\n`;
    const head = `${method} ${path} HTTP/1.1\r\nHost: bench\r\n${said}${part}`;
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
    let head: Head | undefined;
    for (;;) {
      const read = await this.connection.read(this.#buffer.subarray(this.#filled));
      if (read === null) throw new Error("The service closed the connection");
      this.#filled += read;
      head ??= headIn(this.#buffer.subarray(0, this.#filled));
      if (!head || this.#filled < head.bytes + head.bodyBytes) continue;
      const body = this.#buffer.subarray(head.bytes, head.bytes + head.bodyBytes);
      return { status: head.status, body: new TextDecoder().decode(body) };
    }
  }
}

interface Head {
  readonly status: number;
  readonly bytes: number;
  readonly bodyBytes: number;
}

/** The head of an answer; undefined while it has not come whole. */
function headIn(bytes: Uint8Array): Head | undefined {
  const text = new TextDecoder("latin1").decode(bytes.subarray(0, LONGEST_HEAD));
  const end = text.indexOf("\r\n\r\n");
  if (end < 0) return undefined;
  const bodyBytes = Number(/^content-length: (\d+)/im.exec(text)?.[1]);
  if (Number.isNaN(bodyBytes)) throw new Error(`An answer without its length: ${text.slice(0, end)}`);
  return { status: Number(text.slice(9, 12)), bytes: end + 4, bodyBytes };
}
