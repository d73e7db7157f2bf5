import { afterAll, beforeAll, expect, it } from "vitest";
import type { TestDatabase } from "../testing/database.ts";
import { startTestServer } from "../testing/server.ts";
import { TEST_SECRET } from "../testing/store.ts";
import { createServiceDatabase } from "../testing/template.ts";
import { mailedCode } from "../testing/mailed_code.ts";
import { eventually } from "../testing/wait.ts";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const SIGNUP = {
  ...{ firstName: "Ada", lastName: "Obi", phone: "08031234567", address: "Lagos", role: "listener" },
  ...{ email: "ada@orin.example", password: "Orin-test-2026!" },
};

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string;
  readonly name: string;
  readonly kind: number;
}

/** SPAN_KIND_CLIENT of OTLP. */
const CALLS_OUT = 3;

let database: TestDatabase;
let dataDir: string;
beforeAll(async () => {
  database = await createServiceDatabase(TEST_SECRET);
  dataDir = await Deno.makeTempDir({ prefix: "orin-trace-" });
});
afterAll(async () => {
  await database.drop();
  await Deno.remove(dataDir, { recursive: true });
});

it("a tap is one trace over the command and the append to the projections, reactions and the payment provider", async () => {
  const spans: Span[] = [];
  await using collector = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, async (request) => {
    const sent: Sent = await request.json();
    const scopes = (sent.resourceSpans ?? []).flatMap(({ scopeSpans }) => scopeSpans);
    spans.push(...scopes.flatMap((scope) => scope.spans));
    return Response.json({});
  });
  const env = {
    ...{
      DATABASE_URL: database.url,
      ORIN_SECRET: TEST_SECRET,
      OTEL_DENO: "true",
      OTEL_DENO_CONSOLE: "ignore",
      OTEL_BSP_SCHEDULE_DELAY: "200",
    },
    ...{ OTEL_EXPORTER_OTLP_PROTOCOL: "http/json" },
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collector.addr.port}`,
  };
  await using server = await startTestServer({ dataDir, env });
  const send = async (path: string, body: unknown, more: Record<string, string> = {}) => {
    const headers = { "content-type": "application/json", traceparent: `00-${TRACE}-00f067aa0ba902b7-01`, ...more };
    const answer = await fetch(`${server.url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    expect(answer.ok).toBe(true);
    return { body: await answer.json() };
  };
  await send("/api/auth/signup", SIGNUP);

  const ofTrace = () => spans.filter(({ traceId }) => traceId === TRACE);
  const names = () => ofTrace().map(({ name }) => name);
  await eventually("the spans of the sign-up", names).toEqual(expect.arrayContaining([
    ...["POST", "command registerUser", "append"],
    expect.stringMatching(/^projection /),
    expect.stringMatching(/^reaction /),
  ]));
  const command = ofTrace().find(({ name }) => name === "command registerUser");
  const under = ofTrace().filter(({ parentSpanId }) => parentSpanId === command?.spanId).map(({ name }) => name);
  expect(under.filter((name) => name === "append")).toHaveLength(1);
  expect(under).toContainEqual(expect.stringMatching(/^projection /));

  const otp = await mailedCode(server.url, SIGNUP.email);
  await send("/api/auth/verify-otp", { email: SIGNUP.email, otp });
  const { token } = (await send("/api/auth/login", { email: SIGNUP.email, password: SIGNUP.password })).body;
  await send("/api/v1/verify-account", { accountNumber: "0123456789", bankCode: "058" }, {
    authorization: `Bearer ${token}`,
  });
  await eventually(
    "the span of the call to the payment provider",
    () => ofTrace().filter(({ kind }) => kind === CALLS_OUT).length,
  ).toBeGreaterThan(0);
});

/** What Deno posts as JSON: https://opentelemetry.io/docs/specs/otlp/#otlphttp */
interface Sent {
  readonly resourceSpans?: readonly { readonly scopeSpans: readonly { readonly spans: readonly Span[] }[] }[];
}
