import { join } from "node:path";
import { createPayments, type Payments } from "../adapters/payments/mod.ts";
import { startSandbox } from "../adapters/payments/sandbox/mod.ts";
import type { Config } from "../config.ts";

/**
 * The payment provider; in development without a key the sandbox, on a free port beside the service. `closers` closes
 * what it opens.
 */
export async function openPayments(
  config: Config,
  { closers, log }: { closers: AsyncDisposableStack; log(line: string): void },
): Promise<Payments> {
  if (config.paystack) return createPayments(config.paystack);
  const secretKey = "sk_test_orin_sandbox";
  const sandbox = await startSandbox({
    port: 0,
    host: config.host,
    dataDir: join(config.dataDir, "sandbox"),
    secretKey,
    webhookUrl: `http://127.0.0.1:${config.port}/api/v1/paystack/webhook`,
    log,
  });
  closers.defer(() => sandbox.stop());
  log(`Payment sandbox: ${sandbox.url}/__sandbox`);
  return createPayments({ secretKey, baseUrl: sandbox.url });
}
