import { createHmac } from "node:crypto";
import { KEPT_KEYS, type KeptKey, type Keyring } from "../store/personal/keyring.ts";
import {
  boundTo,
  boundToInstallation,
  type KeyPurpose,
  unwrap,
  wrap,
  type WrappedKey,
} from "../store/personal/personal_data.ts";
import { connect, type Sql, type Tx } from "../store/sql.ts";
import { StartError } from "./start_error.ts";

/** Every kid that a row names, by a few steps down the index. */
const KIDS_OF_PERSONS = `
  with recursive found as (
    (select kid from person_keys where kid is not null order by kid limit 1)
    union all
    select (select kid from person_keys where kid > found.kid order by kid limit 1) from found where found.kid is not null
  )
  select kid from found where kid is not null`;

/**
 * The ring with what the database says about its keys. Only reads. Throws a StartError when the ring lacks the secret
 * that made the database, or one that rows still need.
 */
export async function openKeys(sql: Sql | Tx, ring: Keyring): Promise<Keyring> {
  const [has] = await sql<{ persons: boolean; keys: boolean }[]>`
    select to_regclass('public.person_keys') is not null as persons,
      to_regclass('public.installation_keys') is not null as keys`;
  const opened = has?.keys ? await openKept(sql, ring) : undefined;
  if (opened) return opened;
  return has?.persons ? await withFirst(sql, ring) : ring;
}

/** `openKeys` over a connection of its own. */
export async function readKeys(ownerUrl: string, ring: Keyring): Promise<Keyring> {
  return await withOwner(ownerUrl, (sql) => openKeys(sql, ring));
}

/** Stores the kept keys that are not there yet. Once: they never change. */
export async function storeKeys(sql: Sql, ring: Keyring, role: string): Promise<void> {
  const { newest: { kid }, first } = ring;
  const made = (purpose: KeptKey) => purpose === "database role" ? rolePassword(ring, role) : ring.kept(purpose);
  await sql.begin(async (tx) => {
    await tx`insert into settings (key, value) values ('first_secret', ${first}) on conflict do nothing`;
    // A key that came with newer code is stored at its first start.
    for (const purpose of KEPT_KEYS) {
      const wrapped = Buffer.from(wrap(ring, made(purpose), boundToInstallation(purpose)));
      await tx`insert into installation_keys (purpose, kid, wrapped_key) values (${purpose}, ${kid}, ${wrapped})
        on conflict do nothing`;
    }
  });
}

/** The kids of the secrets that rows need, besides the newest. */
export async function oldSecretsNeeded(ownerUrl: string, ring: Keyring): Promise<string[]> {
  const kids = await withOwner(ownerUrl, (sql) => kidsNeeded(sql, ring));
  return kids.filter((kid) => kid !== ring.newest.kid);
}

async function withOwner<Result>(ownerUrl: string, work: (sql: Sql) => Promise<Result>): Promise<Result> {
  const sql = connect(ownerUrl, { name: "orin keys", max: 1 });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 2 });
  }
}

/** As it was made before it was stored, so that processes of older code keep their connections. */
function rolePassword(ring: Keyring, role: string): Uint8Array {
  return createHmac("sha256", ring.named(ring.first)?.secret ?? "").update(`postgres role ${role}`).digest();
}

interface KeptRow extends WrappedKey {
  readonly purpose: string;
  readonly kid: string;
}

async function openKept(sql: Sql | Tx, ring: Keyring): Promise<Keyring | undefined> {
  const rows = await sql<KeptRow[]>`select purpose, kid, wrapped_key from installation_keys`;
  const [known] = await sql<{ first: string }[]>`select value as first from settings where key = 'first_secret'`;
  if (!known) return undefined;
  for (const { kid } of rows) if (!ring.named(kid)) throw wrongSecret(ring, kid);
  const kept = new Map(rows.map((row) => [row.purpose, unwrap(ring, row, boundToInstallation(row.purpose))]));
  const opened = ring.knowing({ first: known.first, kept });
  const lacking = (await kidsNeeded(sql, opened)).find((kid) => !opened.named(kid));
  if (lacking !== undefined) {
    throw new StartError(
      `ORIN_SECRETS lacks the secret ${lacking}: people's keys still need it. Add it behind the others; ` +
        "after `deno task orin rewrap` it may go",
    );
  }
  return opened;
}

/** A database of before there were rings: whichever secret opens a person's key has made all of them. */
async function withFirst(sql: Sql | Tx, ring: Keyring): Promise<Keyring> {
  const [row] = await sql<{ personId: string; purpose: KeyPurpose; wrappedKey: Uint8Array }[]>`
    select person_id, purpose, wrapped_key from person_keys limit 1`;
  if (!row) return ring;
  const bound = boundTo(row.personId, row.purpose);
  const first = ring.all.find(({ kid }) => {
    try {
      return unwrap(ring, { ...row, kid }, bound);
    } catch {
      return false;
    }
  });
  if (!first) throw wrongSecret(ring);
  const kept = new Map(KEPT_KEYS.map((purpose) => [purpose, ring.derive(first, purpose)]));
  return ring.knowing({ first: first.kid, kept });
}

async function kidsNeeded(sql: Sql | Tx, ring: Keyring): Promise<string[]> {
  const kept = await sql<{ kid: string }[]>`select distinct kid from installation_keys`;
  const persons = await sql.unsafe<{ kid: string }[]>(KIDS_OF_PERSONS);
  const [unnamed] = await sql`select from person_keys where kid is null limit 1`;
  const kids = [...kept, ...persons].map((row) => row.kid);
  return [...new Set(unnamed ? [...kids, ring.first] : kids)];
}

function wrongSecret({ newest }: Keyring, kid?: string): StartError {
  const made = kid === undefined ? "another one" : kid;
  return new StartError(
    `the secret does not belong to this database: it was made with ${made}, and this is ${newest.kid}. Nothing was ` +
      "changed. Start with its own secret; to change it, see docs/operating/keys.md",
  );
}
