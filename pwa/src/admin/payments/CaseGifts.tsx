import type { CaseAnswer, CaseFile } from "@contract/cases.ts";
import { YOUNG_GIVER_DAYS } from "@contract/trust.ts";
import { formatDate, formatFullCount, plural } from "../../lib/format.ts";
import { nairaOf } from "../../lib/naira.ts";
import { figure, naira } from "../parts/columns.ts";
import { type Column, DataTable } from "../parts/DataTable.tsx";
import { PersonLink } from "../parts/PersonLink.tsx";
import { userWords } from "./words.ts";

type Gifts = NonNullable<CaseFile["gifts"]>;
type Giver = Gifts["givers"][number];

/** Who gave an artist what, and what connects them. */
export function CaseGifts({ gifts, names }: { gifts: Gifts } & Pick<CaseAnswer, "names">) {
  const { count, tokens, givers, otherGivers, judged, young } = gifts;
  return (
    <div>
      <h2 className="mb-1 text-lg">Gifts</h2>
      <p className="mb-3 text-sm text-ink-soft">
        {plural(count, "gift")}, {nairaOf(tokens)}, from {plural(givers.length + otherGivers, "giver")}.
        {judged && ` ${judged.sharePercent} % came from ${plural(judged.givers, "giver")} who are frozen or voided.`}
        {young &&
          ` ${young.sharePercent} % came from ${plural(young.givers, "giver")} younger than ${YOUNG_GIVER_DAYS} days.`}
      </p>
      <DataTable label="The largest givers" columns={columnsWith(names)} rows={givers} keyOf={({ userId }) => userId} />
      {otherGivers > 0 && <p className="mt-2 text-xs text-ink-soft">and {plural(otherGivers, "smaller giver")}</p>}
    </div>
  );
}

function columnsWith(names: CaseAnswer["names"]): readonly Column<Giver>[] {
  return [
    {
      label: "Giver",
      cell: ({ userId }) => <PersonLink userId={userId} name={names[userId]} none={userWords(userId)} />,
    },
    figure("Gifts", ({ gifts }) => formatFullCount(gifts)),
    naira("Amount", ({ tokens }) => tokens, "end"),
    { label: "Share", isFigure: true, cell: ({ sharePercent }) => `${sharePercent} %` },
    { label: "Member since", onPhone: "named", cell: ({ registeredAt }) => formatDate(registeredAt) },
    {
      label: "Signs",
      onPhone: "named",
      wraps: true,
      cell: (giver) => <span className="text-accent">{signsOf(giver).join(", ") || "None"}</span>,
    },
    {
      label: "Payments",
      wraps: true,
      cell: ({ references }) => <span className="font-mono text-xs break-all">{references.join(", ") || "Tokens"}
      </span>,
    },
  ];
}

function signsOf({ sharesDevice, sharesBank, ageDays, judged }: Giver): string[] {
  return [
    ...judged ? [judged] : [],
    ...sharesDevice ? ["same device"] : [],
    ...sharesBank ? ["same bank account"] : [],
    ...ageDays < YOUNG_GIVER_DAYS ? ["new account"] : [],
  ];
}
