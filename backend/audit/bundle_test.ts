import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { verifyBundle } from "../../tools/verify_bundle.mjs";
import { newId } from "../contract/ids.ts";
import { requestPayout, type TestRequest } from "../testing/payouts.ts";
import type { TestPerson } from "../testing/people_fixtures.ts";
import { openTestWallet, type TestWallet } from "../testing/wallet.ts";
import { measureTransfers } from "../ledger/verify.ts";
import { canonicalJson } from "../store/log/canonical.ts";
import { type ChainHead, readChainHeads, sealBlocks } from "../store/chain/chain.ts";
import { Keyring } from "../store/personal/keyring.ts";
import { signAudit } from "./bundle_key.ts";
import type { Bundle } from "./bundle.ts";

const PATH = "/api/v1/admin/audit";
let test: TestWallet;
let admin: TestPerson;
let payout: TestRequest;
let bundle: Bundle;
let key: string;
let heads: ChainHead[];
beforeAll(async () => {
  test = await openTestWallet();
  admin = await test.person({ isAdmin: true });
  payout = await requestPayout(test);
  await seal();
  heads = await readChainHeads(test.world.deps.store.sql);
  await requestPayout(test);
  const reject = { body: { reason: "The account is another's" } };
  await test.call(admin, "POST", `/api/v1/reject-payment/${payout.id}`, reject);
  await seal();
  await requestPayout(test);
  ({ body: { publicKey: key } } = await test.call(undefined, "GET", "/.well-known/orin-audit-key"));
  bundle = await take({ subject: `withdrawal:${payout.id}` });
});
afterAll(() => test[Symbol.asyncDispose]());

async function seal(): Promise<void> {
  await test.world.settle();
  while (await sealBlocks(test.world.deps.store.sql, { measure: measureTransfers, all: true }) > 0);
}

async function take(filters: Record<string, string>): Promise<Bundle> {
  await test.world.settle();
  return (await test.call(admin, "POST", `${PATH}/export`, { body: { format: "bundle", ...filters } })).body;
}

/** The bundle with one thing changed; `resigned` with Orin's key, as a thief of the secret could. */
function tampered(change: (content: Changeable) => void, { resigned = false } = {}): Bundle {
  const copy = JSON.parse(JSON.stringify(bundle));
  change(copy.content);
  if (resigned) copy.signature.value = signAudit(test.world.deps.keys, canonicalJson(copy.content));
  return copy;
}
type Changeable = { -readonly [Name in keyof Bundle["content"]]: Mutable<Bundle["content"][Name]> };
type Mutable<Value> = Value extends readonly (infer Item)[] ? { -readonly [Name in keyof Item]: Mutable<Item[Name]> }[]
  : Value;
const problemsOf = (judged: Bundle, more: { key?: string; heads?: ChainHead[] } = {}): string =>
  verifyBundle(judged, { key, ...more }).problems.join("\n");

describe("an exported bundle", () => {
  it("verifies by Orin's published key, with the events of its subject and hashes of all others", () => {
    const { problems, proved, events } = verifyBundle(bundle, { key, heads });
    expect(problems).toEqual([]);
    const types = events.map(({ type }: { type?: string }) => type).filter((type?: string) =>
      !type?.startsWith("Case")
    );
    expect(types).toEqual(["WithdrawalRequested", "TransferPosted", "WithdrawalRejected", "TransferPosted"]);
    expect(proved.join("\n")).toMatch(/the stream withdrawal\/.* is whole from version 1 to 2/);
    expect(proved.join("\n")).toMatch(/kept head of ledger\/0, block 1, is a block of this chain/);
    const text = JSON.stringify(bundle);
    expect(text).toContain(payout.who.userId);
    for (const secret of [payout.who.email, payout.accountNumber]) expect(text).not.toContain(secret);
    // Alone: three letters also come up by chance in what is sealed.
    expect(text).not.toMatch(/(?<![\w-])Obi(?![\w-])/);
    expect(text.match(/"type"|TransferPosted/g)?.length).toBe(2);
  });

  it("reaches over several blocks to the head of the chain", () => {
    const links = bundle.content.chains.find(({ log }) => log === "ledger/0")?.links ?? [];
    expect(links.length).toBeGreaterThanOrEqual(3);
    expect(new Set(bundle.content.events.map(({ block }) => block)).size).toBeGreaterThanOrEqual(2);
  });

  it("fails and says where when one byte of an event is another, even when it is signed again", () => {
    const change = (content: Changeable) => {
      const [event] = content.events;
      if (event) event.bytes = event.bytes.replace('"units":10000', '"units":10001');
    };
    expect(problemsOf(tampered(change))).toMatch(/signature: the content is not what was signed/);
    const place = bundle.content.events[0];
    const resigned = problemsOf(tampered(change, { resigned: true }));
    expect(resigned).toBe(
      `event ${place?.log} ${place?.position}: it is not the event that block ${place?.block} holds there`,
    );
  });

  it("fails when an event is left out", () => {
    const position = bundle.content.events[2]?.position;
    const drop = (content: Changeable) => void content.events.splice(2, 1);
    expect(problemsOf(tampered(drop))).toContain(`event ledger/0 ${position}: the bundle lists it and lacks it`);
    const dropBoth = (content: Changeable) => {
      drop(content);
      content.index.splice(2, 1);
    };
    expect(problemsOf(tampered(dropBoth))).toBe("signature: the content is not what was signed");
    const dropFirst = (content: Changeable) => [content.events, content.index].forEach((list) => list.splice(0, 1));
    expect(problemsOf(tampered(dropFirst, { resigned: true })))
      .toBe(`stream withdrawal/${payout.id}: version 1 was left out`);
  });

  it("fails when the chain is another, or has a hole", () => {
    const otherHead = (content: Changeable) => {
      const head = content.chains[0]?.links.at(-1);
      if (head) head.hash = "0".repeat(64);
    };
    expect(problemsOf(tampered(otherHead, { resigned: true }))).toMatch(/its hash is not that of its content/);
    const otherRoot = (content: Changeable) => {
      const [link] = content.chains[0]?.links ?? [];
      if (link) link.root = "0".repeat(64);
    };
    expect(problemsOf(tampered(otherRoot, { resigned: true }))).toMatch(/it is not the event that block/);
    const hole = (content: Changeable) => void content.chains[0]?.links.splice(1, 1);
    expect(problemsOf(tampered(hole, { resigned: true }))).toMatch(/a block is missing before it/);
  });

  it("fails by another key, and by heads that were kept of another chain", () => {
    const other = { ...bundle, signature: { ...bundle.signature, publicKey: "A".repeat(43) } };
    expect(problemsOf(other)).toMatch(/not with the one you trust/);
    expect(problemsOf(bundle, { key: "A".repeat(43) })).toMatch(/not with the one you trust/);
    const value = signAudit(new Keyring(["another installation's secret, long enough"]), canonicalJson({}));
    expect(problemsOf({ ...bundle, signature: { ...bundle.signature, value } })).toMatch(/not what was signed/);
    const kept = heads.map((head) => ({ ...head, hash: "0".repeat(64) }));
    expect(problemsOf(bundle, { heads: kept })).toMatch(/the chain was written again since it was kept/);
  });

  it("holds when it has a user's whole history, or a filtered list", async () => {
    for (const filters of [{ subject: `user:${payout.who.userId}` }, { type: "WithdrawalRequested" }]) {
      const { problems, events } = verifyBundle(await take(filters), { key });
      expect(problems).toEqual([]);
      expect(events.length).toBeGreaterThan(2);
    }
  });
});

describe("tools/verify_bundle.mjs", () => {
  it("says what a file proves, by the key as it is published, and ends with 1 when it proves nothing", async () => {
    const folder = await Deno.makeTempDir({ prefix: "orin-bundle-" });
    const write = (name: string, value: unknown) => Deno.writeTextFile(`${folder}/${name}`, JSON.stringify(value));
    await write("good.json", bundle);
    await write("bad.json", tampered((content) => void content.events.pop()));
    await write("key.json", { algorithm: "Ed25519", publicKey: key });
    await write("heads.json", heads);
    const run = async (...args: string[]) => {
      const command = new Deno.Command(Deno.execPath(), {
        args: [
          "run",
          `--allow-read=${folder}`,
          "tools/verify_bundle.mjs",
          ...args.map((arg) => arg.replace("@", folder)),
        ],
      });
      const { code, stdout } = await command.output();
      return { code, text: new TextDecoder().decode(stdout) };
    };
    const good = await run("@/good.json", "--key", "@/key.json", "--heads", "@/heads.json");
    expect(good.text).toMatch(/PROVEN .*\n.*The bundle holds/s);
    expect(good.code).toBe(0);
    const { text } = await run("@/good.json", "--key", "@/key.json", "--print");
    expect(text).toContain(`The history of withdrawal:${payout.id}.`);
    expect(text).toMatch(
      /Withdrawal requested, by user [0-9a-f-]{36} {2}\(ledger\/0 \d+\)\n(.*\n)* {4}Amount: 100\.00\n/,
    );
    expect(text).toMatch(/why: withdrawal held\n +-100\.00 {2}out of user:/);
    const bad = await run("@/bad.json", "--key", "@/key.json");
    expect(bad.text).toMatch(/WRONG {2}signature: the content is not what was signed/);
    expect(bad.code).toBe(1);
    expect((await run("@/good.json")).code).toBe(2);
    await Deno.remove(folder, { recursive: true });
  });
});

describe("POST /api/v1/admin/audit/export", () => {
  it("writes into the log who took what", async () => {
    await test.world.settle();
    const { body } = await test.call(admin, "GET", `${PATH}?type=AuditExported&actor=user:${admin.userId}`);
    expect(body.events.at(-1).data).toMatchObject({ format: "bundle", subject: `withdrawal:${payout.id}` });
    expect(body.events.at(-1).data.sha256).toMatch(/^[0-9a-f]{64}$/);
  });

  it("makes a table of the same events", async () => {
    const response = await test.world.app.request(`${PATH}/export`, {
      method: "POST",
      headers: { authorization: `Bearer ${admin.token}`, "content-type": "application/json" },
      body: JSON.stringify({ format: "csv", subject: `withdrawal:${payout.id}` }),
    });
    expect(response.headers.get("content-disposition")).toContain(`orin-audit-withdrawal-${payout.id}.csv`);
    const text = await response.text();
    expect(text).toMatch(/recordedAt,occurredAt,log,position,block,blockHash,eventHash/);
    expect(text).toContain("WithdrawalRejected");
    expect(text).toContain("(sealed)");
  });

  it("is for admins", async () => {
    const body = { format: "csv", subject: `user:${newId()}` };
    expect((await test.call(payout.who, "POST", `${PATH}/export`, { body })).status).toBe(403);
    expect((await test.call(payout.who, "GET", `${PATH}/key`)).status).toBe(403);
  });
});
