import { findReconciliation } from "../../../projections/wallet/reconciliations.ts";
import { newId } from "../../contract/ids.ts";
import type { Deps } from "../../deps.ts";
import { proveEvents } from "../../store/chain/chain_proof.ts";
import type { Metadata } from "../../store/log/event.ts";
import { snapshot } from "../../store/sql.ts";
import { BUNDLE_FORMAT, type BundledBooks, signed } from "../../audit/bundle.ts";
import { sealUpTo } from "../../audit/export.ts";
import { booksAt, differenceInKobo, resultInKobo, trialOf } from "./reads.ts";

/**
 * The books at a moment (epoch ms), signed. The last transfer of each log and the last reconciliation come with the
 * proof of their places in the chain: they fix which events the sums are of.
 */
export async function booksBundle(deps: Deps, at: number, { actor }: Metadata): Promise<string> {
  const whole = await booksAt(deps, at);
  const { figures, reserved, said, lines, upTo } = whole;
  const reconciled = await findReconciliation(deps.store.sql, at);
  const index = [...upTo, ...reconciled ? [{ log: "social", position: reconciled } as const] : []];
  await sealUpTo(deps, index);
  const proof = await snapshot(deps.store.sql, (tx) => proveEvents(tx, index));
  const { available, settling, heldGifts, disputed, unclaimed, withheldTax, owed, reserved: _, ...others } = figures;
  const books: BundledBooks = {
    at: new Date(at).toISOString(),
    owed: { available, settling, heldGifts, ...reserved, disputed, unclaimed, withheldTax, total: owed },
    figures: others,
    ...{ difference: differenceInKobo(whole), result: resultInKobo(figures) },
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
