import { FIRST_PLACE } from "../../../projections/admin/waiting_page.ts";
import { openPersonsOf } from "../../accounts/account/reads.ts";
import type { AdminRole } from "../../contract/admin_roles.ts";
import { mayCall } from "../../contract/calls/roles.ts";
import { fullName } from "../../contract/full_name.ts";
import { tokensOf } from "../../contract/money.ts";
import { WORK_KIND_NAMES, WORK_KINDS, type WorkAnswer, type WorkItem, type WorkKind } from "../../contract/work.ts";
import type { Deps } from "../../deps.ts";
import { readApprover, roleOfAdmin, sideOf } from "../../approvals/reads.ts";
import { READS, type Waiting } from "./kinds.ts";

/** What has no id of its own comes after what has one, so that both are in one order. */
const AFTER_IDS = "~";
const LAST_ID = "ffffffff-ffff-ffff-ffff-ffffffffffff";

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

interface Place {
  /** Epoch ms. */
  readonly at: number;
  readonly place: string;
}

interface WorkQuery {
  readonly adminId: string;
  readonly kind?: WorkKind | undefined;
  /** Rows a page. */
  readonly limit: number;
  readonly cursor?: string | undefined;
}

type Row = Waiting & { readonly kind: WorkKind; readonly place: string };

/** A page of what waits for admins, the oldest first, as `adminId` sees it. */
export async function readWork(
  deps: Deps,
  { adminId, kind, limit, cursor }: WorkQuery,
): Promise<WorkAnswer> {
  const role = await roleOfAdmin(deps.store.sql, { userId: adminId, now: deps.now() });
  if (role === undefined) return { items: [], counts: {}, nextCursor: null };
  const from = placeIn(cursor);
  const after = from && { at: from.at, id: ID.test(from.place) ? from.place : LAST_ID };
  const seen = WORK_KIND_NAMES.filter((name) => mayCall(role, WORK_KINDS[name].sees));
  const found = await Promise.all(seen.map(async (name) => {
    const { count, rows } = await READS[name](deps, { adminId, limit: limit + 1, after });
    return { name, count, rows: kind === undefined || kind === name ? rows : [] };
  }));
  const rows = found.flatMap(({ name, rows }) => rows.map((row): Row => ({ ...row, kind: name, place: placeOf(row) })))
    .filter((row) => !from || compare(row, from) > 0).sort(compare);
  const page = rows.slice(0, endOfPage(rows, limit));
  const last = page.length < rows.length ? page.at(-1) : undefined;
  return {
    items: await itemsOf(deps, page, { adminId, role }),
    counts: Object.fromEntries(found.map(({ name, count }) => [name, count])),
    nextCursor: last ? `${last.at}_${last.place}` : null,
  };
}

/** A case that waits for two reasons is not torn apart. */
function endOfPage(rows: readonly Row[], limit: number): number {
  let end = Math.min(limit, rows.length);
  const last = rows[end - 1];
  for (let next = rows[end]; last && next && compare(last, next) === 0; next = rows[end]) end++;
  return end;
}

function placeOf({ id, place = id }: Waiting): string {
  return ID.test(place) ? place : `${AFTER_IDS}${place}`;
}

function placeIn(cursor: string | undefined): Place | undefined {
  if (cursor === undefined) return undefined;
  const end = cursor.indexOf("_");
  return { at: Number(cursor.slice(0, end)), place: cursor.slice(end + 1) || FIRST_PLACE.id };
}

function compare(one: Place, other: Place): number {
  return one.at - other.at || (one.place < other.place ? -1 : one.place > other.place ? 1 : 0);
}

async function itemsOf(
  deps: Deps,
  rows: readonly Row[],
  { adminId, role }: { adminId: string; role: AdminRole },
): Promise<WorkItem[]> {
  const { sql } = deps.store;
  const people = [...new Set(rows.flatMap(({ userId }) => userId ?? []))];
  const [persons, side, independent] = await Promise.all([
    // An auditor says first why they look at people.
    role === "auditor" ? new Map<string, never>() : openPersonsOf(deps, people),
    sideOf(sql, adminId),
    independentOf(deps, { adminId, earlier: [...new Set(rows.flatMap(({ by = [] }) => by))] }),
  ]);
  const personName = (userId: string) => fullName(persons.get(userId)) || `…${userId.slice(-8)}`;
  const isMine = ({ kind, userId, by = [], mine = true }: Row) =>
    mine && mayCall(role, WORK_KINDS[kind].acts) && (userId === undefined || !side.includes(userId)) &&
    by.every((one) => independent.has(one));
  return await Promise.all(rows.map(async (row): Promise<WorkItem> => ({
    ...{ kind: row.kind, id: row.id, since: new Date(row.at).toISOString(), mine: isMine(row) },
    about: row.about ? await row.about() : row.userId === undefined ? "" : personName(row.userId),
    ...(row.units !== undefined && { amount: tokensOf(row.units) }),
    ...(row.held !== undefined && { held: row.held }),
  })));
}

/** Those of some admins beside whose word that of `adminId` counts. */
async function independentOf(
  deps: Deps,
  { adminId, earlier }: { adminId: string; earlier: readonly string[] },
): Promise<Set<string>> {
  const words = await Promise.all(earlier.map(async (one) => {
    const { isIndependent } = await readApprover(deps.store.sql, { adminId, earlier: [one], now: deps.now() });
    return isIndependent ? [one] : [];
  }));
  return new Set(words.flat());
}
