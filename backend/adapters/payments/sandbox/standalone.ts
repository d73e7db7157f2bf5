import { parseArgs } from "node:util";
import { startSandbox } from "./mod.ts";

/** `deno run -A backend/adapters/payments/sandbox/standalone.ts --port 8010 --data .orin --webhook http://…` */
if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      port: { type: "string", default: "8010" },
      host: { type: "string", default: "127.0.0.1" },
      data: { type: "string", default: ".orin" },
      key: { type: "string", default: "sk_test_orin_sandbox" },
      webhook: { type: "string" },
      public: { type: "string" },
      settle: { type: "string" },
    },
  });
  const sandbox = await startSandbox({
    port: Number(values.port),
    host: values.host,
    dataDir: values.data,
    secretKey: values.key,
    log: (line) => console.error(line),
    ...(values.webhook === undefined ? {} : { webhookUrl: values.webhook }),
    ...(values.public === undefined ? {} : { publicUrl: values.public }),
    // "hand": nothing settles by itself.
    ...(values.settle === undefined
      ? {}
      : { faults: { settleAfterMs: values.settle === "hand" ? null : Number(values.settle) } }),
  });
  console.log(`Orin payment sandbox on ${sandbox.url}, for people at ${sandbox.url}/__sandbox`);
  for (const signal of ["SIGINT", "SIGTERM"] as const) Deno.addSignalListener(signal, () => void sandbox.stop());
}
