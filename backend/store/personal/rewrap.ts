import type { Sql } from "../sql.ts";
import type { Keyring } from "./keyring.ts";
import { boundTo, boundToInstallation, type KeyPurpose, unwrap, wrap, type WrappedKey } from "./personal_data.ts";

/** A batch is one transaction: short enough that no one waits long for a person's key. */
const BATCH = 500;

/**
 * Wraps every key with the newest secret, in batches: a run that was killed is run again and continues. Keys that are
 * destroyed meanwhile stay destroyed. Answers how many were wrapped anew.
 */
export async function rewrapAll(
  sql: Sql,
  keys: Keyring,
  progress: (done: number) => void = () => {},
): Promise<{ persons: number; installation: number }> {
  const installation = await rewrapInstallation(sql, keys);
  let persons = 0;
  let rows = await rewrapBatch(sql, keys, undefined);
  while (rows.length > 0) {
    progress(persons += rows.length);
    rows = await rewrapBatch(sql, keys, rows.at(-1));
  }
  return { persons, installation };
}

interface PersonKeyRow extends WrappedKey {
  readonly personId: string;
  readonly purpose: KeyPurpose;
}

const NOBODY = { personId: "00000000-0000-0000-0000-000000000000", purpose: "" };

/** The rows that it has wrapped anew, behind a row in the order of the primary key. */
async function rewrapBatch(sql: Sql, keys: Keyring, after: PersonKeyRow | undefined): Promise<PersonKeyRow[]> {
  const { kid } = keys.newest;
  const { personId: person, purpose } = after ?? NOBODY;
  return await sql.begin(async (tx) => {
    const rows = await tx<PersonKeyRow[]>`
      select person_id, purpose, wrapped_key, kid from person_keys
      where (person_id, purpose) > (${person}, ${purpose}) and kid is distinct from ${kid}
      order by person_id, purpose limit ${BATCH} for update`;
    const wrapped = rows.map((row) => {
      const bound = boundTo(row.personId, row.purpose);
      return wrap(keys, unwrap(keys, row, bound), bound);
    });
    await tx`
      update person_keys set wrapped_key = convert_to(fresh.wrapped, 'UTF8'), kid = ${kid}
      from unnest(
        ${rows.map((row) => row.personId)}::uuid[], ${rows.map((row) => row.purpose)}::text[], ${wrapped}::text[]
      ) as fresh (person_id, purpose, wrapped)
      where person_keys.person_id = fresh.person_id and person_keys.purpose = fresh.purpose`;
    return rows;
  });
}

async function rewrapInstallation(sql: Sql, keys: Keyring): Promise<number> {
  const { kid } = keys.newest;
  return await sql.begin(async (tx) => {
    const rows = await tx<(WrappedKey & { purpose: string })[]>`
      select purpose, wrapped_key, kid from installation_keys where kid <> ${kid} for update`;
    for (const row of rows) {
      const bound = boundToInstallation(row.purpose);
      const wrapped = Buffer.from(wrap(keys, unwrap(keys, row, bound), bound));
      await tx`update installation_keys set wrapped_key = ${wrapped}, kid = ${kid} where purpose = ${row.purpose}`;
    }
    return rows.length;
  });
}
