import { join } from "node:path";
import { timed } from "./profile.ts";

const ROOT = join(import.meta.dirname ?? "", "../..");
const PATIENCE_MS = 300_000;
const REFUSAL_MS = 120_000;

export type TestServer = AsyncDisposable & {
  /** Address of the service, without a slash at the end. */
  url: string;
  pid: number;
  /** Everything it has printed so far. */
  output(): string;
  /** Ends it with a signal and waits; answers its exit code, 137 after SIGKILL. */
  end(signal: "SIGTERM" | "SIGINT" | "SIGKILL"): Promise<number>;
};

type TestServerOptions = {
  dataDir: string;
  /** Added to an environment without the demo world. */
  env?: Record<string, string>;
  /** `true` builds the PWA, too, when its sources changed. */
  withPwa?: boolean;
  /** How long it may take to be ready: a demo world takes minutes on a busy machine. */
  patienceMs?: number;
  /** The checkout that it runs, where that is another version. */
  checkout?: string;
};

/** Starts the real service as a process of its own on a free port, and waits until it is ready. */
export function startTestServer(options: TestServerOptions): Promise<TestServer> {
  return timed("services started", () => start(options));
}

async function start(options: TestServerOptions): Promise<TestServer> {
  const { process, output, port } = spawnService(options);
  const url = `http://localhost:${port}`;
  const end = async (signal: "SIGTERM" | "SIGINT" | "SIGKILL") => {
    try {
      process.kill(signal);
    } catch {
      // It has ended by itself.
    }
    return (await process.status).code;
  };
  await waitUntilReady(url, { process, output, patienceMs: options.patienceMs ?? PATIENCE_MS });
  return { url, pid: process.pid, output, end, [Symbol.asyncDispose]: async () => void await end("SIGTERM") };
}

/** Starts the service where it is expected to refuse: answers its exit code and what it said. */
export async function startRefused(options: TestServerOptions): Promise<{ code: number; output: string }> {
  const { process, output, read } = spawnService(options);
  // A service that starts after all would be waited for without an end.
  const tooLong = setTimeout(() => process.kill("SIGKILL"), REFUSAL_MS);
  const { code } = await process.status;
  clearTimeout(tooLong);
  await read;
  return { code, output: output() };
}

/** Starts the service where it is expected to wait for something: what it says until then, as it comes. */
export function startWaiting(options: TestServerOptions): AsyncDisposable & { url: string; output(): string } {
  const { process, output, read, port } = spawnService(options);
  return {
    url: `http://localhost:${port}`,
    output,
    async [Symbol.asyncDispose]() {
      process.kill("SIGKILL");
      await process.status;
      await read;
    },
  };
}

function spawnService({ dataDir, env = {}, withPwa = false, checkout = ROOT }: TestServerOptions) {
  const port = freePort();
  const process = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "backend/main.ts", ...(withPwa ? [] : ["--dev"])],
    env: { HOST: "127.0.0.1", PORT: String(port), ORIN_DATA_DIR: dataDir, ORIN_DEMO: "off", ...env },
    cwd: checkout,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  let text = "";
  const collect = async (stream: ReadableStream<Uint8Array>) => {
    const decoder = new TextDecoder();
    for await (const chunk of stream) text += decoder.decode(chunk, { stream: true });
  };
  const read = Promise.all([collect(process.stdout), collect(process.stderr)]);
  return { process, port, read, output: () => text };
}

async function waitUntilReady(
  url: string,
  { process, output, patienceMs }: { process: Deno.ChildProcess; output: () => string; patienceMs: number },
) {
  let ended = false;
  process.status.then(() => ended = true);
  for (const deadline = Date.now() + patienceMs; Date.now() < deadline && !ended;) {
    if (await isReady(url)) return;
    await new Promise((done) => setTimeout(done, 100));
  }
  if (!ended) process.kill("SIGKILL");
  throw new Error(`The service at ${url} did not become ready:\n${output()}`);
}

async function isReady(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/readyz`);
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}

/**
 * A port of this machine that was free a moment ago. Not one of those that a system chooses by itself, which another test
 * may get before the service listens.
 */
export function freePort(): number {
  for (;;) {
    const port = 10_000 + Math.floor(Math.random() * 20_000);
    try {
      Deno.listen({ hostname: "127.0.0.1", port }).close();
      return port;
    } catch (error) {
      if (!(error instanceof Deno.errors.AddrInUse)) throw error;
    }
  }
}
