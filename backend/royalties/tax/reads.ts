import { findCreators } from "../../../projections/catalogue/creators.ts";
import { policyAt, readPolicies } from "../../../projections/admin/policies.ts";
import { waitingAbout } from "../../../projections/admin/proposals.ts";
import { findSplitDisputes, type SplitDisputeRow } from "../../../projections/catalogue/splits.ts";
import { grossByMonth, type TaxLine, taxLines, taxMonths } from "../../../projections/royalties/withheld_tax.ts";
import { openPersonsOf } from "../../accounts/account/reads.ts";
import { fullName } from "../../contract/full_name.ts";
import { isoTime } from "../../contract/iso_time.ts";
import { monthOf, monthStart } from "../../contract/royalties.ts";
import type { TaxAnswer, TaxMonth, TaxRemittance, TaxReversal } from "../../contract/tax.ts";
import type { Deps } from "../../deps.ts";
import { attributionOf } from "../reads.ts";
import { TAX_REVERSAL } from "./events.ts";
import { readRemittances } from "./remit.ts";
import { isWaiting, type Remittance, type Remittances, remittedUnits, type Reversal, waitingUnits } from "./state.ts";

type TaxDeps = Pick<Deps, "store" | "personal" | "now">;

/** What was withheld and remitted, by month and remittance. */
export async function taxNow(deps: TaxDeps): Promise<TaxAnswer> {
  const { sql } = deps.store;
  const [policies, remittances, months] = await Promise.all([readPolicies(sql), readRemittances(sql), allMonths(deps)]);
  const sum = (part: "withheldKobo" | "remittedKobo" | "waitingKobo" | "dueKobo") =>
    months.reduce((all, month) => all + month[part], 0);
  return {
    basisPoints: policyAt(policies, monthStart(monthOf(deps.now()))).royaltyTaxBasisPoints,
    months,
    remittances: await shownRemittances(deps, remittances),
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
    const remittedKobo = remittedUnits(remittances, month);
    const { creators = 0, grossUnits: grossKobo = 0 } = gross.get(month) ?? {};
    return {
      ...{ month, isOver: month < monthOf(now()), creators, grossKobo, withheldKobo, remittedKobo },
      waitingKobo: waitingUnits(remittances, { month, now: now() }),
      dueKobo: withheldKobo - remittedKobo,
    };
  });
}

async function shownRemittances(deps: TaxDeps, remittances: Remittances): Promise<TaxRemittance[]> {
  const list = [...remittances.values()].toReversed();
  const now = deps.now();
  const [admins, reversing] = await Promise.all([
    openPersonsOf(deps, [
      ...new Set(
        list.flatMap((one) => [one, ...one.reversals]).flatMap(({ adminId, decidedBy }) => (
          decidedBy === undefined ? [adminId] : [adminId, decidedBy]
        )),
      ),
    ]),
    waitingAbout(deps.store.sql, { kind: TAX_REVERSAL, subjects: [...remittances.keys()], now }),
  ]);
  const adminName = (id: string) => fullName(admins.get(id), "A former admin");
  return list.map((one: Remittance): TaxRemittance => ({
    ...{ _id: one.remittanceId, month: one.month, kobo: one.units, paidOn: one.paidOn, receipt: one.receipt },
    status: one.status === "recorded" && !isWaiting(one, now) ? "lapsed" : one.status,
    ...{ recordedBy: adminName(one.adminId), recordedAt: isoTime(one.recordedAt) },
    isReversing: one.status === "confirmed" && reversing.has(one.remittanceId),
    ...decidedIn(one, adminName),
    reversals: one.reversals.flatMap(({ status, ...reversal }): TaxReversal[] =>
      // One of before that waits is among the proposals.
      status === "requested" ? [] : [{
        ...{ _id: reversal.reversalId, reason: reversal.reason, status, requestedBy: adminName(reversal.adminId) },
        ...decidedIn(reversal, adminName),
      }]
    ),
  }));
}

function decidedIn(
  { decidedBy, decidedAt }: Pick<Reversal, "decidedBy" | "decidedAt">,
  adminName: (id: string) => string,
) {
  return {
    ...(decidedBy !== undefined && { decidedBy: adminName(decidedBy) }),
    ...(decidedAt !== undefined && { decidedAt: isoTime(decidedAt) }),
  };
}

/** A line of a month's return with who it is about. */
interface NamedTaxLine extends TaxLine {
  /** The person's own name, and the artist's. */
  readonly name: string;
  readonly artist: string;
  /** False without a person: erased, or a dispute that holds a share aside. */
  readonly isPerson: boolean;
}

const AT_ONCE = 200;

/**
 * What a Lagos month's return says, some creators at a time, in the order of their ids. What a dispute held is listed
 * beside the person it went to, once it was settled: the export of a month may name more people later than it did at
 * first.
 */
export async function* namedTaxLines(
  deps: Pick<Deps, "store" | "shardOf" | "personal">,
  withheldIn: string,
): AsyncGenerator<readonly NamedTaxLine[], void> {
  const { sql } = deps.store;
  let after: string | undefined;
  do {
    const found = await taxLines(sql, { withheldIn, after, limit: AT_ONCE });
    if (found.length === 0) return;
    const page = [...new Set(found.map(({ creatorId }) => creatorId))];
    const disputes = await findSplitDisputes(sql, page);
    const lines = [
      ...found.filter(({ creatorId }) => !disputes.has(creatorId)),
      ...await disputedLines(deps, withheldIn, [...disputes.values()]),
    ];
    const ids = [...new Set(lines.map(({ creatorId }) => creatorId))];
    const [people, artists] = await Promise.all([openPersonsOf(deps, ids), findCreators(sql, ids)]);
    yield lines.map((line) => {
      const person = people.get(line.creatorId);
      const nobody = disputes.has(line.creatorId) ? "A disputed share" : "An erased account";
      return {
        ...line,
        name: fullName(person, nobody),
        artist: artists.get(line.creatorId)?.name ?? "",
        isPerson: person !== undefined,
      };
    });
    after = page.at(-1);
  } while (after !== undefined);
}

/** What was withheld in a month of what disputes held: of those whose it is by now, and the rest under the dispute. */
async function disputedLines(
  deps: Pick<Deps, "store" | "shardOf">,
  withheldIn: string,
  disputes: readonly SplitDisputeRow[],
): Promise<TaxLine[]> {
  const lines: TaxLine[] = [];
  for (const dispute of disputes) {
    const { attributed, left } = await attributionOf(deps, dispute);
    const all = [...attributed, ...left.map((one) => ({ ...one, creatorId: dispute.disputeId }))]
      .filter((one) => one.withheldIn === withheldIn && one.basisPoints > 0);
    const sum = (list: typeof all, part: "grossUnits" | "withheldUnits") =>
      list.reduce((units, one) => units + one[part], 0);
    for (const list of Map.groupBy(all, (one) => `${one.creatorId} ${one.month} ${one.basisPoints}`).values()) {
      const [first] = list;
      if (!first) continue;
      const { creatorId, month, basisPoints } = first;
      const sums = { grossUnits: sum(list, "grossUnits"), withheldUnits: sum(list, "withheldUnits") };
      lines.push({ creatorId, month, basisPoints, ...sums });
    }
  }
  return lines;
}
