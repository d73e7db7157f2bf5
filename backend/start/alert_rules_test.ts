import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { TestDatabase } from "../testing/database.ts";
import { programAtHand } from "../testing/programs.ts";
import { freePort, startTestServer } from "../testing/server.ts";
import { TEST_SECRET } from "../testing/store.ts";
import { createServiceDatabase } from "../testing/template.ts";
import { eventually } from "../testing/wait.ts";

const ROOT = join(import.meta.dirname ?? "", "../..");
const SUFFIXES = { histogram: ["_bucket", "_sum", "_count"], counter: [""], gauge: [""] };

let database: TestDatabase;
let dataDir: string;
beforeAll(async () => {
  database = await createServiceDatabase(TEST_SECRET);
  dataDir = await Deno.makeTempDir({ prefix: "orin-rules-" });
});
afterAll(async () => {
  await database.drop();
  await Deno.remove(dataDir, { recursive: true });
});

it("every metric of the alert rules and the dashboard is one that a running service tells", async () => {
  const metricsPort = freePort();
  const env = { DATABASE_URL: database.url, ORIN_SECRET: TEST_SECRET, METRICS_PORT: String(metricsPort) };
  await using _server = await startTestServer({ dataDir, env });
  const scrape = async () => await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  // The books ask the provider for its balance, so its answer is in a later scrape.
  await eventually("the metric of the provider's answer", scrape).toMatch(
    /^orin_provider_seconds_count\{call="balance",outcome="ok"\} \d/m,
  );
  const text = await scrape();
  const told = [...text.matchAll(/^# TYPE (\w+) (histogram|counter|gauge)$/gm)].flatMap(([, name, type]) =>
    SUFFIXES[type as keyof typeof SUFFIXES].map((suffix) => `${name}${suffix}`)
  );
  for (const file of ["deploy/prometheus/alerts.yaml", "deploy/grafana/orin.json"]) {
    const used = new Set(expressionsOf(file).flatMap((expression) => expression.match(/\borin_\w+/g) ?? []));
    expect(used.size).toBeGreaterThan(10);
    expect([...used].filter((name) => !told.includes(name))).toEqual([]);
  }
  // What alerts compare with a number has a value from the first scrape on.
  expect(text).toMatch(/^orin_ready\{role="all",reason="ready"\} 1$/m);
  expect(text).toMatch(/^orin_database_up 1$/m);
  expect(text).toMatch(/^orin_payouts_paused 0$/m);
  expect(text).toMatch(/^orin_database_connections\{pool="reads",state="idle"\} \d/m);
  expect(text).toMatch(/^orin_projection_lag_seconds\{name="[^"]+",log="social"\} \d/m);
  expect(text).toMatch(/^orin_ledger_owed_naira\{kind="total"\} 0$/m);
});

it("every alert has its runbook, and every runbook its alert", () => {
  const rules = readFileSync(join(ROOT, "deploy/prometheus/alerts.yaml"), "utf8");
  const alerts = [...rules.matchAll(/- alert: (\w+)[^]*?runbook: (\S+)/g)].map(([, name, runbook]) => ({
    name,
    runbook,
  }));
  expect(alerts).toHaveLength(rules.match(/- alert:/g)?.length ?? 0);
  for (const { name, runbook } of alerts) expect(runbook).toBe(`docs/runbooks/${name}.md`);
  const written = readdirSync(join(ROOT, "docs/runbooks")).map((file) => basename(file, ".md"));
  expect(written.sort()).toEqual(alerts.map(({ name }) => name).sort());
});

it("every alert is tried in the outage that it names", () => {
  const names = (file: string, key: string) =>
    new Set(
      [...readFileSync(join(ROOT, file), "utf8").matchAll(new RegExp(`- alert${key}: (\\w+)\n`, "g"))].map(([, name]) =>
        name
      ),
    );
  expect([...names("deploy/prometheus/alerts_test.yaml", "name")].sort()).toEqual(
    [...names("deploy/prometheus/alerts.yaml", "")].sort(),
  );
});

const promtool = programAtHand("promtool");
it.skipIf(!promtool)("every alert fires in its outage, and not before, by Prometheus' own tool", async () => {
  const args = ["test", "rules", join(ROOT, "deploy/prometheus/alerts_test.yaml")];
  const { success, stdout, stderr } = await new Deno.Command(promtool ?? "", { args }).output();
  expect(success, new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr)).toBe(true);
});

/** What Prometheus is asked. */
function expressionsOf(file: string): string[] {
  const text = readFileSync(join(ROOT, file), "utf8");
  return [...text.matchAll(/^\s*"?expr"?: (.+)$/gm)].map(([, expression = ""]) => expression);
}
