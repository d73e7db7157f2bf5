import type { AccountErased } from "../../backend/accounts/account/events.ts";
import { table, text, uuid } from "../../backend/store/projections/table.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";
import type { IdentityEvent } from "../../backend/trust/identity/events.ts";
import { projection } from "../declare.ts";

const IDENTITY_NUMBERS = table("identity_numbers", {
  numberHash: text,
  userId: uuid.optional,
}, { key: ["numberHash"], indexes: { identity_numbers_of: "(user_id)" } });

const IDENTITY_CUSTOMERS = table("identity_customers", {
  customerCode: text,
  userId: uuid,
  checkId: uuid,
}, { key: ["customerCode"], erase: ["userId"], indexes: { identity_customers_of: "(user_id)" } });

/**
 * Which BVN, as a keyed hash, has proven whom, and which customer of the provider is which check. Inline: one BVN proves
 * one account. The hash of an erased person stays without the person, so that the BVN proves no other account.
 */
export const identities = projection<IdentityEvent | AccountErased>({
  name: "identities",
  version: 1,
  mode: "inline",
  place: "social",
  logs: ["social"],
  tables: [IDENTITY_NUMBERS, IDENTITY_CUSTOMERS],
  handlers: {
    IdentityCheckSubmitted: (tx, { data }) => IDENTITY_CUSTOMERS.add(tx, data),
    IdentityProven: (tx, { data }) => IDENTITY_NUMBERS.add(tx, data),
    AccountErased: (tx, { data: { userId } }) => IDENTITY_NUMBERS.set(tx, { userId }, { userId: undefined }),
  },
});

/** Whom BVNs have proven, by their hashes: an id, or `gone` where the person was erased. Who is missing is free. */
export async function identityNumberOwners(sql: Sql | Tx, hashes: readonly string[]): Promise<Map<string, string>> {
  const rows = await sql<{ numberHash: string; userId: string | undefined }[]>`
    select number_hash, user_id from identity_numbers where number_hash = any(${[...hashes]})`;
  return new Map(rows.map((row) => [row.numberHash, row.userId ?? "gone"]));
}

/** The check of a customer of the provider. */
export async function findIdentityCheck(
  sql: Sql | Tx,
  customerCode: string,
): Promise<{ userId: string; checkId: string } | undefined> {
  const row = await IDENTITY_CUSTOMERS.find(sql, customerCode);
  return row && { userId: row.userId, checkId: row.checkId };
}
