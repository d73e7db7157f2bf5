import { formatNaira } from "@contract/money.ts";
import type { RoyaltyMonth } from "@contract/royalties.ts";
import { percentOf } from "./royalty_words.ts";

/** How a month's royalties become what the artist gets: gross, what was removed, the tax, net. */
export function TaxSums({ month }: { month: RoyaltyMonth }) {
  // A copy from an older version of the app knows nothing of disputes.
  const { kobo, fromDisputesKobo = 0, voidedKobo, taxBasisPoints, withheldKobo, taxKobo, netKobo } = month;
  // Of a month that began before there was a tax, and settled in parts, the rate alone would say too much.
  const rate = taxBasisPoints > 0 ? ` (${percentOf(taxBasisPoints)})` : "";
  const toCome = taxKobo - withheldKobo;
  return (
    <dl className="flex flex-col gap-2 rounded-xl border border-line bg-surface p-4 text-sm tabular-nums sm:max-w-md">
      <Line name="Royalties, gross" sum={formatNaira(kobo)} />
      {fromDisputesKobo > 0 && (
        <p className="text-xs text-ink-soft">
          {formatNaira(fromDisputesKobo)} of it came when a dispute of a share was settled.
        </p>
      )}
      {voidedKobo > 0 && <Line name="Removed" sum={`−${formatNaira(voidedKobo)}`} />}
      {withheldKobo > 0 && <Line name={`Tax withheld${rate}`} sum={`−${formatNaira(withheldKobo)}`} />}
      {toCome > 0 && <Line name={`Tax, withheld when it settles${rate}`} sum={`−${formatNaira(toCome)}`} />}
      <div className="flex justify-between gap-4 border-t border-line pt-2 font-bold">
        <dt>Yours, net</dt>
        <dd>{formatNaira(netKobo)}</dd>
      </div>
    </dl>
  );
}

function Line({ name, sum }: { name: string; sum: string }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="shrink-0">{sum}</dd>
    </div>
  );
}
