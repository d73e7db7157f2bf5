import { eventsOf } from "../../backend/store/log/event.ts";
import type { Projection } from "../../backend/store/projections/projection.ts";
import { ddlOf, table, text, uuid } from "../../backend/store/projections/table.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";
import type { IdentityEvent } from "../../backend/trust/identity/events.ts";
import { CLOSING_EVENTS, type ClosingEvent, closingsOf } from "../account_closings.ts";

const IDENTITY_NUMBERS = table("identity_numbers", {
  numberHash: text,
  userId: uuid.optional,
}, { key: ["numberHash"], indexes: { identity_numbers_of: "(user_id)" } });

const IDENTITY_CUSTOMERS = table("identity_customers", {
  customerCode: text,
  userId: uuid,
  checkId: uuid,
}, { key: ["customerCode"], indexes: { identity_customers_of: "(user_id)" } });

/**
 * Which BVN, as a keyed hash, has proven whom, and which customer of the provider is which check. Inline: one BVN proves
 * one account. The hash of an erased person stays without the person, so that the BVN proves nobody else.
 */
export const identities: Projection<IdentityEvent | ClosingEvent> = {
  name: "identities",
  version: 1,
  mode: "inline",
  place: "social",
  logs: ["social"],
  on: ["IdentityCheckStarted", "IdentityCheckSubmitted", "IdentityCheckFailed", "IdentityProven", ...CLOSING_EVENTS],
  tables: ddlOf(IDENTITY_NUMBERS, IDENTITY_CUSTOMERS),

  async apply(tx, events) {
    const submitted = eventsOf(events, "IdentityCheckSubmitted").map(({ data }) => data);
    const proven = eventsOf(events, "IdentityProven").map(({ data }) => data);
    await tx`
      insert into identity_customers ${
      IDENTITY_CUSTOMERS.values(tx, submitted)
    } on conflict (customer_code) do nothing`;
    await tx`
      insert into identity_numbers ${IDENTITY_NUMBERS.values(tx, proven)}
      on conflict (number_hash) do nothing`;
    const { erased } = closingsOf(events);
    if (erased.length === 0) return;
    await tx`update identity_numbers set user_id = null where user_id = any(${erased}::uuid[])`;
    await tx`delete from identity_customers where user_id = any(${erased}::uuid[])`;
  },
};

/** Whom BVNs have proven, by their hashes: an id, or `gone` where the person was erased. Who is missing is free. */
export async function identityNumberOwners(sql: Sql | Tx, hashes: readonly string[]): Promise<Map<string, string>> {
  const rows = await sql<{ numberHash: string; userId: string | undefined }[]>`
    select number_hash, user_id from identity_numbers where number_hash = any(${[...hashes]})`;
  return new Map(rows.map((row) => [row.numberHash, row.userId ?? "gone"]));
}

/** The check that a customer of the provider stands for. */
export async function findIdentityCheck(
  sql: Sql | Tx,
  customerCode: string,
): Promise<{ userId: string; checkId: string } | undefined> {
  const [row] = await sql<{ userId: string; checkId: string }[]>`
    select user_id, check_id from identity_customers where customer_code = ${customerCode}`;
  return row && { userId: row.userId, checkId: row.checkId };
}
