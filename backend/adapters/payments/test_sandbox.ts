import { createPaystack } from "./paystack.ts";
import type { PaystackConfig } from "./paystack_call.ts";
import type { Notice, Payments } from "./types.ts";
import { type Sandbox, type SandboxOptions, startSandbox } from "./sandbox/mod.ts";

export const TEST_KEY = "sk_test_orin_payments_tests";

/** The adapter against a sandbox of its own, through HTTP, with a receiver of notices. Nothing settles by itself. */
export async function openTestPayments(options: Partial<SandboxOptions> = {}): Promise<TestPayments> {
  const dataDir = options.dataDir ?? await Deno.makeTempDir({ prefix: "orin-payments-" });
  const inbox = openInbox();
  const sandbox = await startSandbox({
    port: 0,
    dataDir,
    secretKey: TEST_KEY,
    webhookUrl: inbox.url,
    webhookRetryMs: [20, 20, 20, 20],
    ...options,
    faults: { settleAfterMs: null, ...options.faults },
  });
  const connect = (more: Partial<PaystackConfig> = {}) =>
    createPaystack({ secretKey: TEST_KEY, baseUrl: sandbox.url, timeoutMs: 10_000, ...more });
  return {
    sandbox,
    payments: connect(),
    connect,
    inbox,
    dataDir,
    async [Symbol.asyncDispose]() {
      await sandbox.stop();
      await inbox.close();
      if (options.dataDir === undefined) await Deno.remove(dataDir, { recursive: true });
    },
  };
}

export interface TestPayments extends AsyncDisposable {
  sandbox: Sandbox;
  payments: Payments;
  connect(more?: Partial<PaystackConfig>): Payments;
  inbox: Inbox;
  dataDir: string;
}

type Received = { rawBody: Uint8Array; signature: string | undefined };

/** What came to the webhook address, and what is answered there. */
interface Inbox {
  url: string;
  received: Received[];
  /** The HTTP status of the next answers; 200 when there is none left. */
  answers: number[];
  /** Waits until so many have come. */
  until(count: number): Promise<Received[]>;
  notices(payments: Payments): Notice[];
  close(): Promise<void>;
}

function openInbox(): Inbox {
  const received: Received[] = [];
  const answers: number[] = [];
  const waiting = new Set<() => void>();
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, async (request) => {
    const rawBody = new Uint8Array(await request.arrayBuffer());
    received.push({ rawBody, signature: request.headers.get("x-paystack-signature") ?? undefined });
    for (const look of waiting) look();
    return new Response(null, { status: answers.shift() ?? 200 });
  });
  return {
    url: `http://127.0.0.1:${server.addr.port}/webhook`,
    received,
    answers,
    until: (count) =>
      new Promise((resolve) => {
        const look = () => {
          if (received.length < count) return;
          waiting.delete(look);
          resolve(received);
        };
        waiting.add(look);
        look();
      }),
    notices: (payments) => received.map(({ rawBody, signature }) => payments.readWebhook(rawBody, signature)),
    close: () => server.shutdown(),
  };
}

/** A reference that both charges and payouts may have. */
export function newReference(prefix = "orin"): string {
  return `${prefix}-${crypto.randomUUID()}`;
}
