/** A load balancer as they are: asks each process every second, and sends requests to those that are ready. */
export interface Balancer extends AsyncDisposable {
  readonly url: string;
  /** Sends requests there from now on, as soon as it is ready. */
  add(target: string): void;
  remove(target: string): void;
  /** Whether this process gets requests now. */
  sendsTo(target: string): boolean;
}

const PROBE_EVERY_MS = 1_000;
const PROBE_WITHIN_MS = 1_000;
/** A probe may be late on a busy machine; an answer that says no is believed immediately. */
const MOST_LATE_PROBES = 2;
/** Meant for one connection, not for the next one. */
const ONE_HOP = ["connection", "keep-alive", "transfer-encoding", "upgrade"];

interface Target {
  readonly url: string;
  readonly client: Deno.HttpClient;
  late: number;
  isReady: boolean;
}

/** Opens it on a port of its own. It tries nothing twice: a request that a process lost is lost. */
export function openBalancer(): Balancer {
  const targets = new Map<string, Target>();
  const ready = () => [...targets.values()].filter((target) => target.isReady);
  let turn = 0;
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, async (request) => {
    const choice = ready();
    const target = choice[turn++ % choice.length];
    if (!target) return new Response("no process is ready", { status: 503 });
    return await passOn(request, target).catch((error) => new Response(String(error), { status: 502 }));
  });
  const timer = setInterval(() => targets.forEach((target) => void probe(target)), PROBE_EVERY_MS);
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    add(url) {
      targets.set(url, { url, client: Deno.createHttpClient({ poolIdleTimeout: 60_000 }), late: 0, isReady: false });
    },
    remove(url) {
      targets.get(url)?.client.close();
      targets.delete(url);
    },
    sendsTo: (url) => targets.get(url)?.isReady ?? false,
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await server.shutdown();
      for (const { client } of targets.values()) client.close();
    },
  };
}

async function passOn(request: Request, { url, client }: Target): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const { method, body, headers } = request;
  const sent = ofOneHop(headers);
  // Else what arrives here would be unpacked on the way through.
  sent.set("accept-encoding", "identity");
  const options = { method, body, headers: sent, client, redirect: "manual" as const };
  const answer = await fetch(`${url}${pathname}${search}`, options);
  return new Response(answer.body, { status: answer.status, headers: ofOneHop(answer.headers) });
}

function ofOneHop(headers: Headers): Headers {
  const kept = new Headers(headers);
  for (const name of ONE_HOP) kept.delete(name);
  return kept;
}

async function probe(target: Target): Promise<void> {
  try {
    const answer = await fetch(`${target.url}/readyz`, { signal: AbortSignal.timeout(PROBE_WITHIN_MS) });
    await answer.body?.cancel();
    target.isReady = answer.ok;
    target.late = 0;
  } catch {
    if (++target.late >= MOST_LATE_PROBES) target.isReady = false;
  }
}
