import { findCreators } from "../../../projections/creators.ts";
import { policyAt, readPolicies } from "../../../projections/policies.ts";
import { findSplitDisputes } from "../../../projections/splits.ts";
import { grossByMonth, type TaxLine, taxLines, taxMonths } from "../../../projections/withheld_tax.ts";
import { openPersonsOf } from "../../accounts/account/reads.ts";
import { isoTime } from "../../contract/iso_time.ts";
import { monthOf, monthStart } from "../../contract/royalties.ts";
import type { TaxAnswer, TaxMonth, TaxRemittance } from "../../contract/tax.ts";
import type { Deps } from "../../deps.ts";
import { readRemittances } from "./remit.ts";
import { type Remittance, type Remittances, takenOf } from "./state.ts";

type Needs = Pick<Deps, "store" | "personal" | "now">;

/** What was withheld and remitted, by month and remittance. `adminId` is who asks. */
export async function taxNow(deps: Needs, adminId: string): Promise<TaxAnswer> {
  const { sql } = deps.store;
  const [policies, remittances, months] = await Promise.all([readPolicies(sql), readRemittances(sql), allMonths(deps)]);
  const sum = (part: "withheldKobo" | "remittedKobo" | "waitingKobo" | "dueKobo") =>
    months.reduce((all, month) => all + month[part], 0);
  return {
    basisPoints: policyAt(policies, monthStart(monthOf(deps.now()))).royaltyTaxBasisPoints,
    months,
    remittances: await shownRemittances(deps, remittances, adminId),
    totals: {
      ...{ withheldKobo: sum("withheldKobo"), remittedKobo: sum("remittedKobo") },
      ...{ waitingKobo: sum("waitingKobo"), dueKobo: sum("dueKobo") },
    },
  };
}

/** The months with tax, the newest first. */
export async function allMonths({ store: { sql }, now }: Pick<Deps, "store" | "now">): Promise<TaxMonth[]> {
  const [shards, gross, remittances] = await Promise.all([taxMonths(sql), grossByMonth(sql), readRemittances(sql)]);
  return [...Map.groupBy(shards, ({ month }) => month)].map(([month, list]): TaxMonth => {
    const withheldKobo = list.reduce((sum, { withheldUnits }) => sum + withheldUnits, 0);
    const remittedKobo = takenOf(remittances, month, "confirmed");
    const { creators = 0, grossUnits: grossKobo = 0 } = gross.get(month) ?? {};
    return {
      ...{ month, isOver: month < monthOf(now()), creators, grossKobo, withheldKobo, remittedKobo },
      waitingKobo: takenOf(remittances, month, "recorded"),
      dueKobo: withheldKobo - remittedKobo,
    };
  });
}

async function shownRemittances(deps: Needs, remittances: Remittances, adminId: string): Promise<TaxRemittance[]> {
  const list = [...remittances.values()].toReversed();
  const admins = await openPersonsOf(deps, [
    ...new Set(list.flatMap(({ adminId, decidedBy }) => (
      decidedBy === undefined ? [adminId] : [adminId, decidedBy]
    ))),
  ]);
  const nameOf = (id: string) => {
    const admin = admins.get(id);
    return admin ? `${admin.firstName} ${admin.lastName}`.trim() : "A former admin";
  };
  return list.map((one: Remittance): TaxRemittance => ({
    ...{ _id: one.remittanceId, month: one.month, kobo: one.units, paidOn: one.paidOn, receipt: one.receipt },
    ...{ status: one.status, recordedBy: nameOf(one.adminId), recordedAt: isoTime(one.recordedAt) },
    isOwn: one.adminId === adminId,
    ...(one.decidedBy !== undefined && { decidedBy: nameOf(one.decidedBy) }),
    ...(one.decidedAt !== undefined && { decidedAt: isoTime(one.decidedAt) }),
  }));
}

/** A line of a month's return with who it is about. */
interface NamedTaxLine extends TaxLine {
  /** The person's own name, and the artist's. */
  readonly name: string;
  readonly artist: string;
  /** Nobody to name: erased, or a dispute that holds a share aside. */
  readonly isPerson: boolean;
}

const AT_ONCE = 200;

/** What a Lagos month's return says, some creators at a time, in the order of their ids. */
export async function* namedTaxLines(
  deps: Pick<Deps, "store" | "personal">,
  withheldIn: string,
): AsyncGenerator<readonly NamedTaxLine[], void> {
  const { sql } = deps.store;
  let after: string | undefined;
  do {
    const lines = await taxLines(sql, { withheldIn, after, limit: AT_ONCE });
    if (lines.length === 0) return;
    const ids = [...new Set(lines.map(({ creatorId }) => creatorId))];
    const [people, artists, disputes] = await Promise.all([
      openPersonsOf(deps, ids),
      findCreators(sql, ids),
      findSplitDisputes(sql, ids),
    ]);
    yield lines.map((line) => {
      const person = people.get(line.creatorId);
      const nobody = disputes.has(line.creatorId) ? "A disputed share" : "An erased account";
      return {
        ...line,
        name: person ? `${person.firstName} ${person.lastName}`.trim() : nobody,
        artist: artists.get(line.creatorId)?.name ?? "",
        isPerson: person !== undefined,
      };
    });
    after = ids.at(-1);
  } while (after !== undefined);
}
