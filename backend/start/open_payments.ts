import { join } from "node:path";
import { createPayments } from "../adapters/payments/mod.ts";
import type { Payments } from "../adapters/payments/types.ts";
import { type Sandbox, startSandbox } from "../adapters/payments/sandbox/mod.ts";
import { endWithin } from "./lifecycle.ts";
import type { Config } from "../config.ts";

/**
 * The payment provider; in development without a key the sandbox, on a free port beside the service, with its hands.
 * `closers` closes what it opens.
 */
export async function openPayments(
  config: Config,
  { closers, log }: { closers: AsyncDisposableStack; log(line: string): void },
): Promise<{ payments: Payments; sandbox?: Sandbox }> {
  if (config.payments) return { payments: createPayments(config.payments) };
  const secretKey = "sk_test_orin_sandbox";
  const sandbox = await startSandbox({
    port: 0,
    host: config.host,
    dataDir: join(config.dataDir, "sandbox"),
    secretKey,
    serviceUrl: `http://127.0.0.1:${config.port}`,
    log,
  });
  closers.defer(() => endWithin("the payment sandbox", () => sandbox.stop(), { seconds: 1, log }));
  log(`Payment sandbox: ${sandbox.url}/__sandbox`);
  return { payments: createPayments({ secretKey, baseUrl: sandbox.url }), sandbox };
}
