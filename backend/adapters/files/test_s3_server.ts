import { createServer } from "node:http";
import S3rver from "s3rver";
import type { S3Config } from "./s3_bucket.ts";

export type TestS3Server = AsyncDisposable & {
  config: S3Config;
  /** What was asked so far: method, path and query. */
  requests: string[];
  /** Cuts the connection of the next requests whose method and path fit, as often as told, and answers none of them. */
  cut(fits: RegExp, times: number): void;
  dropConnections(): void;
};

/** Starts a real S3 server, on a free port where none is named, with its files in a folder of its own; both go when it is disposed. */
export async function startTestS3Server(port = 0): Promise<TestS3Server> {
  const directory = await Deno.makeTempDir({ prefix: "orin_s3_" });
  const s3 = new S3rver({ directory, silent: true });
  const requests: string[] = [];
  let cuts: { fits: RegExp; left: number } | undefined;
  const answer = s3.callback();
  const server = createServer((request, response) => {
    const line = `${request.method} ${request.url}`;
    requests.push(line);
    if (cuts && cuts.left > 0 && cuts.fits.test(line)) {
      cuts.left--;
      // In the middle of what is being sent, where anything is.
      const cut = () => request.socket.resetAndDestroy();
      if (request.method === "PUT") request.once("data", cut);
      else cut();
      return;
    }
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The S3 server has no port");
  return {
    requests,
    cut: (fits, times) => void (cuts = { fits, left: times }),
    dropConnections: () => server.closeAllConnections(),
    config: {
      kind: "s3",
      endpoint: `http://127.0.0.1:${address.port}`,
      bucket: "orin-media",
      accessKey: "S3RVER",
      secretKey: "S3RVER",
    },
    async [Symbol.asyncDispose]() {
      if (!server.listening) return;
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await Deno.remove(directory, { recursive: true });
    },
  };
}
