import { listRules } from "@contract/calls/trust.ts";
import { codeWords } from "@contract/code_words.ts";
import type { TrustRuleSummary } from "@contract/trust_rules.ts";
import { figure } from "../parts/columns.ts";
import { type Column, DataTable } from "../parts/DataTable.tsx";
import { ListBody } from "../parts/ListScreen.tsx";
import { useAnswer } from "../shell/queries.ts";

/** The rules that look for cheating. What one would have voided on some days a command says: `orin rules --try`. */
export function Rules() {
  const query = useAnswer(["admin", "rules"], listRules);
  return (
    <ListBody
      query={query}
      rows={query.data?.rules}
      loading="Loading rules..."
      failure="Failed to load the rules"
      empty="No rules."
    >
      {(rules) => <DataTable label="Rules" columns={COLUMNS} rows={rules} keyOf={({ rule }) => rule} />}
    </ListBody>
  );
}

const COLUMNS: readonly Column<TrustRuleSummary>[] = [
  {
    label: "Rule",
    wraps: true,
    cell: ({ rule, looksFor }) => (
      <>
        <p className="font-semibold">{codeWords(rule)}</p>
        <p className="text-xs font-normal text-ink-soft">{looksFor}</p>
      </>
    ),
  },
  { label: "Looks at", cell: ({ of }) => of === "groups" ? "Groups" : "Accounts" },
  { label: "Threshold", onPhone: "named", cell: thresholdWords },
  figure("Points", ({ points }) => points),
  figure("Version", ({ version }) => version),
];

/** A threshold with its unit; shares are shown as percent. */
function thresholdWords({ unit, threshold }: TrustRuleSummary): string {
  const isShare = unit === "share";
  const shown = Number((isShare ? threshold * 100 : threshold).toFixed(1));
  return isShare ? `${shown} %` : `${shown} ${unit}`;
}
