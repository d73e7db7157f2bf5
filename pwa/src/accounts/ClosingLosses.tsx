import type { ClosingPreview } from "@contract/closing.ts";
import { Link } from "react-router-dom";
import { formatDate, plural } from "../lib/format.ts";
import { tokensWithNaira } from "../lib/naira.ts";

/** What goes with an account, the money first. */
export function ClosingLosses({ preview }: { preview: ClosingPreview }) {
  const { balanceTokens, minWithdrawalTokens, openWithdrawal, premiumUntil, tracks, playlists } = preview;
  const canWithdraw = balanceTokens >= minWithdrawalTokens && !openWithdrawal;
  return (
    <section aria-labelledby="losses" className="rounded-lg bg-danger-soft px-4 py-3 text-sm">
      <h3 id="losses" className="font-semibold">You would lose</h3>
      <ul className="mt-2 flex list-disc flex-col gap-1 pl-5">
        {balanceTokens > 0 && (
          <li>
            {tokensWithNaira(balanceTokens)} you earned and have not withdrawn
            {canWithdraw && (
              <>
                . <Link to="/withdraw-tokens" className="font-semibold underline">Withdraw them first</Link>
              </>
            )}
          </li>
        )}
        {premiumUntil && <li>Premium, paid until {formatDate(premiumUntil)}</li>}
        {tracks > 0 && <li>{plural(tracks, "song")} you uploaded, with their plays and future earnings</li>}
        {playlists > 0 && <li>{plural(playlists, "playlist")}</li>}
        <li>Your comments, likes, follows and listening history</li>
      </ul>
      {openWithdrawal && (
        <p className="mt-2">
          A withdrawal of {tokensWithNaira(openWithdrawal.tokens)}{" "}
          is in progress. We finish it first and keep your data until then.
        </p>
      )}
    </section>
  );
}
