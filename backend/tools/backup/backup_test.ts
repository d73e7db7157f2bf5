import { Buffer } from "node:buffer";
import { afterEach, beforeEach, expect, it } from "vitest";
import { addBase, segment } from "../../testing/backups.ts";
import { createTestDatabase } from "../../testing/database.ts";
import { TEST_KEYS, TEST_SECRET } from "../../testing/store.ts";
import { migrate } from "../../start/migrate.ts";
import { connect } from "../../store/sql.ts";
import { createFiles } from "../../adapters/files/mod.ts";
import { type Files, FilesUnavailable } from "../../adapters/files/types.ts";
import { Keyring } from "../../store/personal/keyring.ts";
import { makeBase, manifestName, partName } from "./base.ts";
import { forgetOld, readBases } from "./keep.ts";
import { installationsIn, Vault } from "./vault.ts";
import { walFile, walName } from "./wal.ts";

const OLD = "an older secret for tests only, of 32 characters";
const NEW = "a newer secret for tests only, of 32 characters";
const NOW = Date.parse("2026-05-20T12:00:00Z");
const DAY_MS = 24 * 3_600_000;
const text = (words: string) => new TextEncoder().encode(words);

let directory: string;
let files: Files;
beforeEach(async () => {
  directory = await Deno.makeTempDir({ prefix: "orin-vault-" });
  files = createFiles({ kind: "disk", directory });
});
afterEach(() => Deno.remove(directory, { recursive: true }));

const vaultOf = (...secrets: string[]) => new Vault(files, new Keyring(secrets), "abc12");
const words = async (vault: Vault, name: string) => new TextDecoder().decode(await vault.get(name));

it("a vault opens what it has sealed, also with a secret that is not the newest any more, and no other", async () => {
  await vaultOf(OLD).put("wal/1", text("ada@orin.example"));
  expect(await words(vaultOf(NEW, OLD), "wal/1")).toBe("ada@orin.example");
  await expect(vaultOf(NEW).get("wal/1")).rejects.toThrow(/was sealed with the secret [0-9a-f]{16}, which is not set/);
  expect(await vaultOf(OLD).get("wal/2")).toBeUndefined();
  expect(await installationsIn(files)).toEqual(["abc12"]);
  const stored = await Deno.readFile(`${directory}/backups/abc12/wal/1.`);
  expect(Buffer.from(stored).includes("orin.example")).toBe(false);
});

it("a vault refuses bytes that were changed, cut short, or put in another's place", async () => {
  const vault = vaultOf(OLD);
  const path = (name: string) => `${directory}/backups/abc12/${name}.`;
  await vault.put("wal/1", text("one"));
  await vault.put("wal/2", text("two"));
  const sealed = await Deno.readFile(path("wal/1"));
  const changed = sealed.slice();
  changed[30] = (changed[30] ?? 0) ^ 1;
  for (const bytes of [changed, sealed.slice(0, -1), sealed.slice(0, 20), await Deno.readFile(path("wal/2"))]) {
    await Deno.writeFile(path("wal/1"), bytes);
    await expect(vault.get("wal/1")).rejects.toThrow(/^The backup wal\/1 was changed or cut short/);
  }
});

it("forgets bases and log that no restore of the kept days needs, and nothing else", async () => {
  const vault = vaultOf(OLD);
  const ids = [];
  for (const [daysAgo, wal] of [[20, 2], [15, 10], [14.5, 20], [13, 30], [0.1, 40]] as const) {
    ids.push(await addBase(vault, { endedAt: new Date(NOW - daysAgo * DAY_MS), wal }));
  }
  for (const number of [2, 10, 19, 20, 30, 41]) await vault.put(walName(segment(number)), text("log"));
  await vault.put(walName(segment(50, 2)), text("log"));
  await vault.put(walName("00000002.history"), text("history"));
  // The second newest of those older than 14 days goes, and with it the log before the newest of them.
  await forgetOld(vault, { days: 14, now: NOW });
  expect((await readBases(vault)).map(({ id }) => id)).toEqual(ids.slice(2));
  expect((await vault.list("wal/")).map(({ name }) => walFile(name))).toEqual([
    ...[segment(20), segment(30), segment(41), "00000002.history", segment(50, 2)],
  ]);
});

it("keeps the only base however old it is, and what is not finished for a day", async () => {
  const vault = vaultOf(OLD);
  const id = await addBase(vault, { endedAt: new Date(NOW - 40 * DAY_MS), wal: 2 });
  await vault.put(partName("20260520t110000z", 0), text("part"));
  const hour = 3_600_000;
  await forgetOld(vault, { days: 14, now: Date.now() + 23 * hour });
  expect((await vault.list("base/")).map(({ name }) => name)).toEqual([
    partName(id, 0),
    manifestName(id),
    partName("20260520t110000z", 0),
  ]);
  await forgetOld(vault, { days: 14, now: Date.now() + 25 * hour });
  expect((await vault.list("base/")).map(({ name }) => name)).toEqual([partName(id, 0), manifestName(id)]);
});

it("a backup of a database that has no Orin yet is refused in one line", async () => {
  await using database = await createTestDatabase();
  const line = "orin: there is no Orin in this database yet: start Orin once first\n";
  expect(await refusedBackup(database.url, OLD)).toEqual({ code: 1, said: line });
});

it("a backup by a user who is no superuser is refused in one line, and holds nothing", async () => {
  await using database = await createTestDatabase();
  const name = database.url.split("/").at(-1) ?? "";
  const sql = connect(database.url, { max: 1 });
  await sql.unsafe(`create role ${name}_plain login replication password 'plain'`);
  await sql.unsafe(`alter database ${name} owner to ${name}_plain`);
  const url = new URL(database.url);
  [url.username, url.password] = [`${name}_plain`, "plain"];
  await migrate({ ownerUrl: url.href, projections: [], keys: TEST_KEYS, log: () => {} });
  const said = `orin: the database user ${name}_plain may not back up: only a superuser may. Where the database is ` +
    "managed, use the provider's backups and leave this job out\n";
  expect(await refusedBackup(url.href, TEST_SECRET)).toEqual({ code: 1, said });
  expect([...await sql`select from pg_replication_slots where slot_name = 'orin_backup'`]).toEqual([]);
  await sql.unsafe(`reassign owned by ${name}_plain to current_user`);
  await sql.unsafe(`drop owned by ${name}_plain`);
  await sql.unsafe(`drop role ${name}_plain`);
  await sql.end();
});

it("a base that the store does not take leaves the way free for the next one", async () => {
  await using database = await createTestDatabase();
  await migrate({ ownerUrl: database.url, projections: [], keys: TEST_KEYS, log: () => {} });
  const sql = connect(database.url, { max: 1 });
  const full = new FilesUnavailable("write a file", "No space left on device");
  const vault = new Vault({ ...files, put: () => Promise.reject(full) }, new Keyring([OLD]), "abc12");
  for (let tries = 1; tries <= 2; tries++) await expect(makeBase(sql, vault)).rejects.toThrow(full.message);
  await sql.end();
});

async function refusedBackup(url: string, secret: string) {
  const { code, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "backend/tools/orin/main.ts", "backup"],
    env: { DATABASE_URL: url, ORIN_SECRET: secret, BACKUP_DIR: directory },
    ...{ stdin: "null", stdout: "null", stderr: "piped" },
  }).output();
  return { code, said: new TextDecoder().decode(stderr) };
}
