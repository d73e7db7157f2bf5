import { findReconciliation } from "../../../projections/reconciliations.ts";
import type { TrialLine } from "../../contract/books.ts";
import { newId } from "../../contract/ids.ts";
import type { Deps } from "../../deps.ts";
import { proveEvents } from "../../store/chain/chain_proof.ts";
import type { Metadata } from "../../store/log/event.ts";
import { snapshot } from "../../store/sql.ts";
import { BUNDLE_FORMAT, signed } from "../audit/bundle.ts";
import { sealUpTo } from "../audit/export.ts";
import { booksAt, trialOf } from "./reads.ts";

/** The books as a bundle holds them: sums in kobo, which are units. Times in ISO 8601. */
export interface BundledBooks {
  readonly at: string;
  readonly owed: Readonly<Record<string, number>>;
  readonly figures: Readonly<Record<string, number>>;
  /** What the provider said last up to then. */
  readonly said: { readonly kobo: number; readonly at: string } | null;
  readonly trial: readonly TrialLine[];
}

/**
 * The books at a moment (epoch ms), signed. The last transfer of each log and the last reconciliation come with the
 * proof of their places in the chain: they fix which events the sums are of.
 */
export async function booksBundle(deps: Deps, at: number, { actor }: Metadata): Promise<string> {
  const { figures, reserved, said, lines, upTo } = await booksAt(deps, at);
  const reconciled = await findReconciliation(deps.store.sql, at);
  const index = [...upTo, ...reconciled ? [{ log: "social", position: reconciled } as const] : []];
  await sealUpTo(deps, index);
  const proof = await snapshot(deps.store.sql, (tx) => proveEvents(tx, index));
  const { available, settling, heldGifts, disputed, unclaimed, owed, reserved: _, ...others } = figures;
  const books: BundledBooks = {
    at: new Date(at).toISOString(),
    owed: { available, settling, heldGifts, ...reserved, disputed, unclaimed, total: owed },
    figures: others,
    said: said ? { kobo: said.kobo, at: new Date(said.at).toISOString() } : null,
    trial: trialOf(lines),
  };
  const bundle = signed(deps, {
    format: BUNDLE_FORMAT,
    part: { bundleId: newId(deps.now()), number: 1, isLast: true, previous: null },
    ...{ subject: null, isWhole: false, filters: {} },
    ...{ madeAt: new Date(deps.now()).toISOString(), madeBy: actor },
    searched: upTo.map(({ log, position }) => ({ log, upTo: position })),
    ...{ index, ...proof, books },
  });
  return `${JSON.stringify(bundle)}\n`;
}
