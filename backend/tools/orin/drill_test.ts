import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { createFiles } from "../../adapters/files/mod.ts";
import { measureTransfers } from "../../ledger/verify.ts";
import { type ChainHead, readChainHeads, sealBlocks } from "../../store/chain/chain.ts";
import { addBase, segment } from "../../testing/backups.ts";
import { openTestStore, TEST_KEYS, TEST_SECRET, type TestStore } from "../../testing/store.ts";
import { partName } from "../backup/base.ts";
import { Vault } from "../backup/vault.ts";
import { walName } from "../backup/wal.ts";
import { lookInto } from "./drill.ts";

const HOUR_MS = 3_600_000;
const AWAY = "postgres://orin:word@127.0.0.1:1/orin";
const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS);

let test: TestStore;
let heads: ChainHead[];
beforeAll(async () => {
  test = await openTestStore();
  await say("talk/1");
  heads = await readChainHeads(test.store.sql);
});
afterAll(() => test[Symbol.asyncDispose]());

/** One event more, sealed. */
async function say(stream: string): Promise<void> {
  await test.store.appendToStream("social", stream, [{ type: "Said", data: {} }], { metadata: { actor: "test" } });
  await sealBlocks(test.store.sql, { measure: measureTransfers, all: true });
}

let folder: string;
beforeEach(async () => {
  folder = await Deno.makeTempDir({ prefix: "orin-drill-" });
  await keepEnvironment();
  await keepHeads(heads);
  await keepBackup(folder);
});
afterEach(() => Deno.remove(folder, { recursive: true }));

/** The settings of a whole service; an empty one is left out. */
async function keepEnvironment(other: Record<string, string> = {}): Promise<void> {
  const settings = {
    ...{ ORIN_SECRET: TEST_SECRET, DATABASE_URL: test.ownerUrl, PUBLIC_URL: "https://orin.ng", ORIN_FILES: "disk" },
    ...{ SMTP_URL: "smtps://mail.example", SUPPORT_EMAIL: "help@orin.ng", PAYSTACK_SECRET_KEY: "sk_live_key" },
    ...other,
  };
  const lines = Object.entries(settings).filter(([, value]) => value !== "").map(([name, value]) =>
    `${name}='${value}'`
  );
  await Deno.writeTextFile(join(folder, "orin.env"), lines.join("\n"));
}

async function keepHeads(kept: readonly object[]): Promise<void> {
  await Deno.writeTextFile(join(folder, "heads.json"), JSON.stringify(kept));
}

/** A base of an hour ago and the log behind it, sealed with the secret of the tests. */
async function keepBackup(directory: string, { baseHours = 1, wal = 2 } = {}): Promise<string> {
  const vault = new Vault(createFiles({ kind: "disk", directory }), TEST_KEYS, "tests");
  await vault.put(walName(segment(wal)), new TextEncoder().encode("log"));
  return await addBase(vault, { endedAt: hoursAgo(baseHours), wal: 2 });
}

const backups = (name: string) => join(folder, "backups/tests", `${name}.`);

/** What is missing, by the name of its check. */
async function missing(): Promise<Record<string, string>> {
  const findings = await lookInto(folder, { hours: 24 });
  expect(findings.map(({ name }) => name)).toEqual(["environment", "secret", "heads", "backup"]);
  return Object.fromEntries(findings.filter(({ isThere }) => !isThere).map(({ name, what }) => [name, what]));
}

it("a folder with everything passes, and the secret and the heads are tried on the database", async () => {
  const { newest } = TEST_KEYS;
  expect(await lookInto(folder, { hours: 24 })).toEqual([
    { name: "environment", isThere: true, what: "production would start with orin.env" },
    { name: "secret", isThere: true, what: `${newest.kid} opens the keys of the database` },
    { name: "heads", isThere: true, what: expect.stringMatching(/^until 2\S+Z, as in the database$/) },
    { name: "backup", isThere: true, what: expect.stringMatching(/^a base of 2\S+Z and the log until 2\S+Z$/) },
  ]);
});

it("without a database the drill still tells the rest", async () => {
  await keepEnvironment({ DATABASE_URL: AWAY });
  const [, secret] = await lookInto(folder, { hours: 24 });
  expect(secret).toMatchObject({ isThere: true, what: expect.stringContaining("no database answers at DATABASE_URL") });
  expect(await missing()).toEqual({});
});

it("the settings may name others of their file, as Docker allows it", async () => {
  const { password } = new URL(test.ownerUrl);
  const url = test.ownerUrl.replace(`:${password}@`, ":${POSTGRES_PASSWORD}@");
  expect(url).not.toBe(test.ownerUrl);
  await keepEnvironment({ POSTGRES_PASSWORD: decodeURIComponent(password), DATABASE_URL: url });
  expect(await missing()).toEqual({});
});

it("the backups may be in an S3 store that the settings name, and not in a folder that is lost with the machine", async () => {
  await Deno.mkdir(join(folder, "store"));
  await Deno.rename(join(folder, "backups"), join(folder, "store/backups"));
  await keepEnvironment({ BACKUP_DIR: join(folder, "store") });
  expect(await missing()).toEqual({
    backup: `there is no backups/ in ${folder}: copy ${folder}/store/backups there, each day`,
  });
  const keys = { BACKUP_S3_BUCKET: "orin", BACKUP_S3_ACCESS_KEY: "orin", BACKUP_S3_SECRET_KEY: "orin-secret" };
  await keepEnvironment({ BACKUP_S3_ENDPOINT: "http://127.0.0.1:1", ...keys });
  expect(await missing()).toEqual({ backup: expect.stringContaining("127.0.0.1:1") });
});

it("a missing environment is named, and the secret with it", async () => {
  await Deno.remove(join(folder, "orin.env"));
  expect(await missing()).toEqual({
    environment: `there is no orin.env in ${folder}: copy the file there that holds the service's settings`,
    secret: "orin.env has no ORIN_SECRET: without it no person's data opens, and no backup",
    backup: "ORIN_SECRET is missing: the backups are sealed with it",
  });
});

it("an environment that production refuses is named with its reason, and the rest is tried all the same", async () => {
  await keepEnvironment({ SMTP_URL: "" });
  expect(await missing()).toEqual({
    environment: "SMTP_URL is missing: production cannot use the development outbox",
  });
});

it("another secret opens neither the database nor the backup", async () => {
  await keepEnvironment({ ORIN_SECRET: "another secret for tests, of 32 characters" });
  expect(await missing()).toEqual({
    secret: expect.stringMatching(/^the secret does not belong to this database: it was made with \w{16}/),
    backup: expect.stringMatching(/ was sealed with the secret \w{16}, which is not set$/),
  });
});

it("settings that name another database are named", async () => {
  const url = new URL(test.ownerUrl);
  url.pathname = "/no_such_database";
  await keepEnvironment({ DATABASE_URL: url.href });
  expect(await missing()).toEqual({
    secret: expect.stringMatching(/^DATABASE_URL is not usable \(.*no_such_database/),
  });
});

it("missing heads are named, with the command that prints them", async () => {
  await Deno.remove(join(folder, "heads.json"));
  const renew = 'run "deno task orin heads > heads.json" and put the file there';
  expect(await missing()).toEqual({ heads: `there is no heads.json in ${folder}: ${renew}` });
});

it("old heads are named, unless the database has nothing newer", async () => {
  const old = heads.map((head) => ({ ...head, sealedAt: hoursAgo(25).toISOString() }));
  await keepHeads(old);
  expect(await missing()).toEqual({});
  await say("talk/2");
  expect(await missing()).toEqual({ heads: expect.stringMatching(/^heads.json ends at /) });
  await keepEnvironment({ DATABASE_URL: AWAY });
  expect(await missing()).toEqual({ heads: expect.stringMatching(/^heads.json ends at 2\S+Z, before 2\S+Z: run /) });
  const findings = await lookInto(folder, { hours: 26 });
  expect(findings.every(({ isThere }) => isThere)).toBe(true);
});

it("heads that the database does not have are named, with their log", async () => {
  await keepHeads(heads.map((head) => ({ ...head, hash: "0".repeat(64) })));
  const again = 'run "deno task orin verify --full --heads heads.json", and keep this heads.json';
  expect(await missing()).toEqual({
    heads:
      `log social, block 1 (up to position 1) is not the one that was kept outside: the chain was written again: ${again}`,
  });
  await keepHeads([...heads, { ...heads[0], log: "plays/7" }]);
  expect(await missing()).toEqual({ heads: `log plays/7 is gone: ${again}` });
});

it.each<[what: string, damage: () => Promise<unknown>, says: RegExp]>([
  ["no base", () => Deno.remove(join(folder, "backups/tests/base"), { recursive: true }), /^there is no whole base: /],
  [
    "an old base",
    async () => {
      await Deno.remove(join(folder, "backups"), { recursive: true });
      await keepBackup(folder, { baseHours: 27 });
    },
    /^the newest base is of 2\S+Z, which is too old: docs\/runbooks\/OrinBackupOld.md$/,
  ],
  [
    "a base without a part",
    async () => await Deno.remove(backups(partName(await keepBackup(folder), 0)).replace(/\.$/, "")),
    /^base\/\w+\/00001.part is missing: copy the backups again/,
  ],
  [
    "a base without the log that belongs to it",
    async () => {
      await keepBackup(folder, { wal: 3 });
      await Deno.remove(backups(walName(segment(2))));
    },
    /^wal\/\w{24} is missing, with which the base begins: run "deno task orin backup"$/,
  ],
  [
    "an old log",
    () => Deno.utime(backups(walName(segment(2))), hoursAgo(25), hoursAgo(25)),
    /^the log ends at 2\S+Z, which is too old: docs\/runbooks\/OrinBackupBehind.md$/,
  ],
  [
    "a log that does not open",
    () => Deno.writeFile(backups(walName(segment(2))), new Uint8Array(40), { append: true }),
    /^The backup wal\/\w{24} was changed or cut short: use another one$/,
  ],
])("a backup with %s is named", async (_, damage, says) => {
  await damage();
  expect(await missing()).toEqual({ backup: expect.stringMatching(says) });
});

it('"orin drill", as the image calls it, prints a line for each, and ends with 0 when all is there and with 1 when not', async () => {
  const run = async () => {
    const env = { PATH: `${dirname(Deno.execPath())}:${Deno.env.get("PATH")}` };
    const command = new Deno.Command(join(import.meta.dirname ?? "", "orin"), { args: ["drill", folder], env });
    const { code, stdout } = await command.output();
    return { code, lines: new TextDecoder().decode(stdout).trimEnd().split("\n") };
  };
  const whole = await run();
  expect([whole.code, whole.lines.map((line) => line.slice(0, 9)), whole.lines.at(-1)]).toEqual([
    0,
    [...Array(4).fill("ok       "), "Everythin"],
    "Everything is there",
  ]);
  await Deno.remove(join(folder, "heads.json"));
  const less = await run();
  expect([less.code, less.lines[2], less.lines.at(-1)]).toEqual([
    1,
    expect.stringMatching(/^MISSING {2}heads: there is no heads.json in /),
    "1 of 4 are missing",
  ]);
});
