import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { judgeOf } from "../../tools/verify_bundle.mjs";
import { newId } from "../contract/ids.ts";
import type { TestPerson } from "../testing/people_fixtures.ts";
import { openTestWallet, type TestWallet } from "../testing/wallet.ts";
import { canonicalJson, type Json } from "../store/log/canonical.ts";
import { signAudit } from "./bundle_key.ts";
import { bundleOf } from "./bundle.ts";
import { startExport } from "./export.ts";

const EVENTS = 2_500;
/** So that they come in four parts, over three blocks. */
const PART = 700;
const trackId = newId();
let test: TestWallet;
let admin: TestPerson;
let key: string;
let lines: string[];
beforeAll(async () => {
  test = await openTestWallet();
  admin = await test.person({ isAdmin: true });
  const { store } = test.world.deps;
  for (let made = 0; made < EVENTS; made += 500) {
    const events = Array.from({ length: 500 }, (_, at) => ({ type: "TrackHeard", data: { trackId, at: made + at } }));
    await store.appendToStream("social", `track/${trackId}`, events, { metadata: { actor: "system:test" } });
  }
  ({ body: { publicKey: key } } = await test.call(undefined, "GET", "/.well-known/orin-audit-key"));
  await test.world.settle();
  const exporting = {
    filter: { subject: `track:${trackId}` },
    format: "bundle",
    metadata: { actor: "user:a" },
  } as const;
  const started = await startExport(test.world.deps, exporting);
  lines = (await Array.fromAsync(bundleOf(test.world.deps, { ...started, pageSize: PART }))).map(({ text }) => text);
});
afterAll(() => test[Symbol.asyncDispose]());

async function takeTable(): Promise<string> {
  const response = await test.world.app.request("/api/v1/admin/audit/export", {
    method: "POST",
    headers: { authorization: `Bearer ${admin.token}`, "content-type": "application/json" },
    body: JSON.stringify({ format: "csv", subject: `track:${trackId}` }),
  });
  expect(response.status).toBe(200);
  return await response.text();
}

/** What the tool says of parts. */
function judged(parts: readonly string[]) {
  const judge = judgeOf({ key });
  const events = parts.reduce((count, part) => count + judge.add(JSON.parse(part)).length, 0);
  return { ...judge.end(), events };
}

/** A part with something changed, signed again by Orin's own key. */
function changed(line: string, change: (content: { [name: string]: Json }) => void): string {
  const bundle = JSON.parse(line);
  change(bundle.content);
  bundle.signature.value = signAudit(test.world.deps.keys, canonicalJson(bundle.content));
  return JSON.stringify(bundle);
}

describe("a bundle of a long history", () => {
  it("comes in parts that hold together, one a line", () => {
    const { problems, proved, events } = judged(lines);
    expect(problems).toEqual([]);
    expect(lines).toHaveLength(4);
    expect(events).toBe(EVENTS);
    expect(proved.join("\n")).toContain(`the stream track/${trackId} is whole from version 1 to ${EVENTS}`);
    expect(proved.join("\n")).toContain("in 4 parts");
  });

  it("fails when a part is missing, stands elsewhere, or is of another bundle", () => {
    const [one = "", two = "", three = "", four = ""] = lines;
    expect(judged([one, two, three]).problems).toEqual(["after part 3: parts are missing"]);
    expect(judged([one, three, four]).problems.join("\n")).toContain("part 3: it stands where part 2 belongs");
    expect(judged([two, one, three, four]).problems).not.toEqual([]);
    const other = changed(two, ({ part }) => Object.assign(Object(part), { bundleId: newId() }));
    expect(judged([one, other, three, four]).problems.join("\n")).toContain("part 2: it belongs to another bundle");
    expect(judged([]).problems).toEqual(["there is no bundle"]);
  });

  it("fails when an event is left out of a part that is signed again", () => {
    const drop = changed(lines[1] ?? "", ({ events, index }) => {
      for (const list of [events, index]) if (Array.isArray(list)) list.splice(7, 1);
    });
    const { problems } = judged([lines[0] ?? "", drop, ...lines.slice(2)]);
    expect(problems.join("\n")).toContain(`stream track/${trackId}: version ${PART + 8} was left out`);
  });

  it("fails when a block is left out", () => {
    const cut = changed(lines[1] ?? "", ({ chains }) => {
      const [chain] = Array.isArray(chains) ? chains : [];
      const links = Object(chain).links;
      if (Array.isArray(links)) links.splice(1, 1);
    });
    expect(judged([lines[0] ?? "", cut, ...lines.slice(2)]).problems.join("\n")).toContain(
      "no block of the bundle holds",
    );
  });

  it("is a table, too, of any length, and both say in the log when they began and what they were", async () => {
    // The bundle is an event of the track's history by now.
    await test.world.settle();
    const table = await takeTable();
    expect(table.trimEnd().split("\r\n")).toHaveLength(EVENTS + 2);
    const noted = (await test.world.deps.store.readStream("social", "audit_exports")).slice(-2);
    expect(noted.map(({ type, data }) => ({ type, ...Object(data) }))).toMatchObject([
      { type: "AuditExportStarted", format: "csv", subject: `track:${trackId}` },
      { type: "AuditExported", format: "csv", events: EVENTS + 1, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ]);
  });
});
