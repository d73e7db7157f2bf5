import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import type { FilesConfig } from "../../adapters/files/mod.ts";
import { type Config, readConfig } from "../../config.ts";
import { openKeys } from "../../start/open_keys.ts";
import { databaseNotUsable, firstLine, StartError } from "../../start/start_error.ts";
import { type ChainHead, readChainHeads } from "../../store/chain/chain.ts";
import { verifyHeads } from "../../store/chain/chain_verify.ts";
import { isPassing } from "../../store/log/errors.ts";
import { Keyring } from "../../store/personal/keyring.ts";
import { connect, type Sql } from "../../store/sql.ts";
import { partName } from "../backup/base.ts";
import { firstWalOf, readBases } from "../backup/keep.ts";
import { openVault } from "../backup/open_vault.ts";
import type { Vault } from "../backup/vault.ts";
import { walName } from "../backup/wal.ts";
import { readKept, readKeptHeads } from "./kept.ts";

/** Names in the folder: the settings of the service, what `orin heads` printed, and a copy of the backups. */
const ENVIRONMENT = "orin.env";
const HEADS = "heads.json";
const BACKUPS = "backups";

const HOUR_MS = 3_600_000;
/** A base is made a day after the one before, and takes its time. The alert on old bases waits as long. */
const BASE_TAKES_MS = 2 * HOUR_MS;

interface DrillOptions {
  /** How old the heads and the saved log may be. */
  readonly hours: number;
  readonly installation?: string | undefined;
}

/** What is in the folder, as far as it can be read. */
interface Kept {
  readonly folder: string;
  /** What is older than this moment is too old. */
  readonly oldest: Date;
  readonly environment: Readonly<Record<string, string>> | undefined;
  /** Also where production would refuse it. */
  readonly config: Config | undefined;
  readonly database: Database;
}

/** The database that the settings name. After a loss there is none, and the drill still tells the rest. */
type Database =
  | { readonly status: "open"; readonly sql: Sql }
  | { readonly status: "away" }
  | { readonly status: "refused"; readonly why: StartError };

/** What one check has found. */
interface Finding {
  readonly name: string;
  readonly isThere: boolean;
  /** What is there, or what is missing and what to do. */
  readonly what: string;
}

/** `orin drill`: a line for each thing that has to survive the machine. Ends with 1 where one is missing. */
export async function drill(folder: string, options: DrillOptions): Promise<void> {
  const findings = await lookInto(folder, options);
  for (const { name, isThere, what } of findings) console.log(`${isThere ? "ok     " : "MISSING"}  ${name}: ${what}`);
  const missing = findings.filter(({ isThere }) => !isThere).length;
  console.log(missing === 0 ? "Everything is there" : `${missing} of ${findings.length} are missing`);
  if (missing > 0) Deno.exitCode = 1;
}

/** Whether a folder holds the environment, the secret, fresh heads and a fresh backup. */
export async function lookInto(folder: string, { hours, installation }: DrillOptions): Promise<Finding[]> {
  await using closers = new AsyncDisposableStack();
  const environment = readEnvironment(join(folder, ENVIRONMENT));
  const config = environment && configOf(environment);
  const database = await reach(config?.databaseUrl, closers);
  const kept: Kept = { folder, oldest: new Date(Date.now() - hours * HOUR_MS), environment, config, database };
  const openBackups = () => openVault({ store: storeOf(kept), secrets: config?.secrets, installation });
  return [
    await look("environment", () => checkEnvironment(kept)),
    await look("secret", () => checkSecret(kept)),
    await look("heads", () => checkHeads(kept)),
    await look("backup", async () => await checkBackup(await openBackups(), kept)),
  ];
}

/** A check answers what is there, and throws what is missing. */
async function look(name: string, check: () => string | Promise<string>): Promise<Finding> {
  try {
    return { name, isThere: true, what: await check() };
  } catch (error) {
    return { name, isThere: false, what: firstLine(error) };
  }
}

/** As Docker reads an environment file, which puts values of the file in the place of `${…}`. */
function readEnvironment(file: string): Record<string, string> | undefined {
  if (!existsSync(file)) return undefined;
  const read: Record<string, string | undefined> = parseEnv(readKept(file));
  return Object.fromEntries(
    Object.entries(read).map(([name, value = ""]) => [name, value.replace(/\$\{(\w+)\}/g, (_, of) => read[of] ?? "")]),
  );
}

/** Undefined where not even development takes it: `checkEnvironment` says why. */
function configOf(environment: Readonly<Record<string, string>>): Config | undefined {
  try {
    return readConfig({ ...environment, ORIN_ENV: "development" });
  } catch (error) {
    if (error instanceof StartError) return undefined;
    throw error;
  }
}

async function reach(url: string | undefined, closers: AsyncDisposableStack): Promise<Database> {
  if (url === undefined) return { status: "away" };
  const sql = connect(url, { name: "orin drill", max: 1 });
  closers.defer(() => sql.end({ timeout: 2 }));
  try {
    const [row] = await sql<{ isOrin: boolean }[]>`select to_regclass('all_logs') is not null as "isOrin"`;
    if (row?.isOrin) return { status: "open", sql };
    return { status: "refused", why: databaseNotUsable(url, new StartError("there is no Orin in this database")) };
  } catch (error) {
    return isPassing(error) ? { status: "away" } : { status: "refused", why: databaseNotUsable(url, error) };
  }
}

function checkEnvironment({ folder, environment }: Kept): string {
  if (!environment) {
    throw new StartError(
      `there is no ${ENVIRONMENT} in ${folder}: copy the file there that holds the service's settings`,
    );
  }
  readConfig({ ...environment, ORIN_ENV: "production" });
  return `production would start with ${ENVIRONMENT}`;
}

async function checkSecret({ config, database }: Kept): Promise<string> {
  if (!config?.secrets) {
    throw new StartError(`${ENVIRONMENT} has no ORIN_SECRET: without it no person's data opens, and no backup`);
  }
  const ring = new Keyring(config.secrets);
  switch (database.status) {
    case "open":
      await openKeys(database.sql, ring);
      return `${ring.newest.kid} opens the keys of the database`;
    case "away":
      return `${ring.newest.kid}; no database answers at DATABASE_URL, so the backup alone shows that it fits`;
    case "refused":
      throw database.why;
  }
}

async function checkHeads({ folder, oldest, database }: Kept): Promise<string> {
  const renew = `run "deno task orin heads > ${HEADS}" and put the file there`;
  if (!existsSync(join(folder, HEADS))) throw new StartError(`there is no ${HEADS} in ${folder}: ${renew}`);
  const heads = readKeptHeads(join(folder, HEADS));
  const until = heads.map(({ sealedAt }) => sealedAt).toSorted().at(-1) ?? "";
  const current = database.status === "open" ? await compare(database.sql, heads) : undefined;
  // Where nothing has happened since, there are no newer ones.
  if (!current?.areNewest && new Date(until) < oldest) {
    throw new StartError(`${HEADS} ends at ${until}, before ${oldest.toISOString()}: ${renew}`);
  }
  return `until ${until}${current ? ", as in the database" : ""}`;
}

/** Throws a StartError where the database does not have these heads in its chain. */
async function compare(sql: Sql, heads: readonly ChainHead[]): Promise<{ areNewest: boolean }> {
  const now = new Map((await readChainHeads(sql)).map((head) => [head.log, head]));
  const gone = heads.find(({ log }) => !now.has(log));
  const [problem] = gone ? [{ where: `log ${gone.log}`, what: "is gone" }] : await verifyHeads(sql, heads);
  if (problem) {
    const { where, what } = problem;
    throw new StartError(
      `${where} ${what}: run "deno task orin verify --full --heads ${HEADS}", and keep this ${HEADS}`,
    );
  }
  const areNewest = heads.length === now.size && heads.every(({ log, block }) => now.get(log)?.block === block);
  return { areNewest };
}

/** The copy in the folder, which is then a store of its own, or the S3 store that the settings name. */
function storeOf({ folder, config }: Kept): FilesConfig {
  if (existsSync(join(folder, BACKUPS))) return { kind: "disk", directory: folder };
  if (config?.backups.kind === "s3") return config.backups;
  if (config) {
    const { directory } = config.backups;
    throw new StartError(`there is no ${BACKUPS}/ in ${folder}: copy ${join(directory, BACKUPS)} there, each day`);
  }
  throw new StartError(`there is no ${BACKUPS}/ in ${folder}, and no ${ENVIRONMENT} that names a store`);
}

async function checkBackup(vault: Vault, { oldest }: Kept): Promise<string> {
  const base = (await readBases(vault)).at(-1);
  if (!base) throw new StartError("there is no whole base: see that the backup job works (docs/operating/restore.md)");
  if (Date.parse(base.endedAt) < oldest.getTime() - BASE_TAKES_MS) {
    throw new StartError(`the newest base is of ${base.endedAt}, which is too old: docs/runbooks/OrinBackupOld.md`);
  }
  const there = new Set((await vault.list(`base/${base.id}/`)).map(({ name }) => name));
  const lost = base.parts.map((_, index) => partName(base.id, index)).find((name) => !there.has(name));
  if (lost) throw new StartError(`${lost} is missing: copy the backups again, or run "deno task orin backup"`);
  const log = await vault.list("wal/");
  const first = walName(firstWalOf(base));
  if (!log.some(({ name }) => name === first)) {
    throw new StartError(`${first} is missing, with which the base begins: run "deno task orin backup"`);
  }
  const newest = log.reduce((latest, one) => one.modifiedAt > latest.modifiedAt ? one : latest);
  if (newest.modifiedAt < oldest) {
    const until = newest.modifiedAt.toISOString();
    throw new StartError(`the log ends at ${until}, which is too old: docs/runbooks/OrinBackupBehind.md`);
  }
  // Throws where it does not open.
  await vault.get(newest.name);
  return `a base of ${base.endedAt} and the log until ${newest.modifiedAt.toISOString()}`;
}
