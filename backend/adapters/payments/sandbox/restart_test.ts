import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createPayments } from "../mod.ts";
import type { Payments } from "../types.ts";
import { newReference, openTestPayments } from "../test_sandbox.ts";
import { eventually } from "../../../testing/wait.ts";

const KEY = "sk_test_orin_restart";
const script = new URL("./standalone.ts", import.meta.url).pathname;

let dataDir: string;
beforeEach(async () => void (dataDir = await Deno.makeTempDir({ prefix: "orin-payments-" })));
afterEach(() => Deno.remove(dataDir, { recursive: true }));

type Process = { payments: Payments; end(signal: Deno.Signal): Promise<void> };

/** The sandbox as a process of its own. */
async function startProcess(): Promise<Process> {
  const args = ["run", "-A", script, "--port", "0", "--data", dataDir, "--key", KEY, "--settle", "hand"];
  const child = new Deno.Command(Deno.execPath(), { args, stdout: "piped", stderr: "inherit" }).spawn();
  const output = child.stdout.pipeThrough(new TextDecoderStream());
  const end = async (signal: Deno.Signal) => {
    child.kill(signal);
    await child.status;
    await output.cancel();
  };
  let said = "";
  for await (const text of output.values({ preventCancel: true })) {
    said += text;
    const [, baseUrl] = /on (http:\S+),/.exec(said) ?? [];
    if (baseUrl) return { payments: createPayments({ secretKey: KEY, baseUrl }), end };
  }
  throw new Error(`The sandbox did not start: ${said}`);
}

describe("the sandbox as a process", () => {
  it("keeps every transfer it acknowledged over kill -9 in the middle of many, with its money", async () => {
    const { payments, end } = await startProcess();
    const opening = await payments.balance();
    const account = { accountNumber: "0123456789", bankCode: "058", accountName: "EZE BABATUNDE" };
    const { recipientCode } = await payments.createRecipient(account);
    const acknowledged: string[] = [];
    const references = Array.from({ length: 200 }, () => newReference());
    const calls = references.map(async (reference) => {
      await payments.startPayout({ reference, amountKobo: 10_000, recipientCode, reason: "r" });
      acknowledged.push(reference);
      if (acknowledged.length === 20) await end("SIGKILL");
    });
    const outcomes = await Promise.allSettled(calls);
    expect(outcomes.some(({ status }) => status === "rejected")).toBe(true);
    const again = await startProcess();
    const found = [];
    for (const reference of references) {
      if ((await again.payments.lookUpPayout(reference)).status === "pending") found.push(reference);
    }
    expect(found).toEqual(expect.arrayContaining(acknowledged));
    expect(await again.payments.balance()).toBe(opening - found.length * 11_000);
    await again.end("SIGTERM");
  });

  it("delivers after a restart what nobody had taken before it", async () => {
    const first = await openTestPayments({ dataDir, webhookRetryMs: Array(1_000).fill(50) });
    first.inbox.answers.push(...Array(1_000).fill(500));
    const reference = newReference();
    const callbackUrl = "http://localhost:8000/";
    const email = "a@orin.example";
    await first.payments.startCharge({ reference, email, amountKobo: 5_000, callbackUrl, metadata: {} });
    first.sandbox.checkout(reference, "pay");
    await first.inbox.until(1);
    await first[Symbol.asyncDispose]();
    await using second = await openTestPayments({ dataDir, webhookRetryMs: Array(1_000).fill(50) });
    await second.inbox.until(1);
    expect(second.inbox.notices(second.payments)).toMatchObject([{ event: "charge.success", reference }]);
    await eventually("the notice to be delivered", () => second.sandbox.state().deliveries[0]?.state).toBe("delivered");
  });
});
