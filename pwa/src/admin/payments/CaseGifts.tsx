import type { CaseAnswer, CaseFile } from "@contract/cases.ts";
import { YOUNG_GIVER_DAYS } from "@contract/trust.ts";
import { formatDate, formatFullCount, formatTokens, plural } from "../../lib/format.ts";
import { PersonLink } from "./CasePerson.tsx";

type Gifts = NonNullable<CaseFile["gifts"]>;
type Giver = Gifts["givers"][number];

/** Who gave an artist what, and what connects them. */
export function CaseGifts({ gifts, names }: { gifts: Gifts } & Pick<CaseAnswer, "names">) {
  const { count, tokens, givers, otherGivers, judged, young } = gifts;
  return (
    <div>
      <h2 className="mb-1 text-lg">Gifts</h2>
      <p className="mb-3 text-sm text-ink-soft">
        {plural(count, "gift")}, {formatTokens(tokens)} tokens, from {plural(givers.length + otherGivers, "giver")}.
        {judged && ` ${judged.sharePercent} % came from ${plural(judged.givers, "giver")} who are frozen or voided.`}
        {young &&
          ` ${young.sharePercent} % came from ${plural(young.givers, "giver")} younger than ${YOUNG_GIVER_DAYS} days.`}
      </p>
      <div tabIndex={0} role="region" aria-label="Gifts by giver" className="overflow-x-auto">
        <table className="w-full text-sm">
          <caption className="sr-only">The largest givers</caption>
          <thead className="text-left text-xs text-ink-soft">
            <tr>
              {["Giver", "Gifts", "Tokens", "Share", "Member since", "Signs", "Payments"].map((name) => (
                <th key={name} scope="col" className="py-1 pr-4 font-semibold">{name}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {givers.map((giver) => (
              <tr key={giver.userId} className="border-t border-line align-top">
                <th scope="row" className="py-1.5 pr-4 text-left font-normal">
                  <PersonLink userId={giver.userId} names={names} />
                </th>
                <td className="py-1.5 pr-4 tabular-nums">{formatFullCount(giver.gifts)}</td>
                <td className="py-1.5 pr-4 tabular-nums">{formatTokens(giver.tokens)}</td>
                <td className="py-1.5 pr-4 tabular-nums">{giver.sharePercent} %</td>
                <td className="py-1.5 pr-4 whitespace-nowrap">{formatDate(giver.registeredAt)}</td>
                <td className="py-1.5 pr-4 text-accent">{signsOf(giver).join(", ") || "None"}</td>
                <td className="py-1.5 font-mono text-xs break-all">{giver.references.join(", ") || "Tokens"}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {otherGivers > 0 && <p className="mt-2 text-xs text-ink-soft">and {plural(otherGivers, "smaller giver")}</p>}
    </div>
  );
}

function signsOf({ sharesDevice, sharesBank, ageDays, judged }: Giver): string[] {
  return [
    ...judged ? [judged] : [],
    ...sharesDevice ? ["same device"] : [],
    ...sharesBank ? ["same bank account"] : [],
    ...ageDays < YOUNG_GIVER_DAYS ? ["new account"] : [],
  ];
}
