import { listRules } from "@contract/calls/trust.ts";
import { codeWords } from "@contract/code_words.ts";
import { askAsAdmin } from "../shell/admin_api.ts";
import type { TrustRuleSummary } from "@contract/trust_rules.ts";
import { useQuery } from "@tanstack/react-query";
import { type Column, DataTable } from "../parts/DataTable.tsx";
import { ListBody } from "../parts/ListScreen.tsx";

/** The rules that look for cheating. What one would have voided on some days a command says: `orin rules --try`. */
export function Rules() {
  const query = useQuery({
    queryKey: ["admin", "rules"],
    queryFn: ({ signal }) => askAsAdmin(listRules, { signal }),
  });
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
  { label: "Points", isFigure: true, onPhone: "named", cell: ({ points }) => points },
  { label: "Version", isFigure: true, onPhone: "named", cell: ({ version }) => version },
];

/** A threshold with its unit; shares are shown as percent. */
function thresholdWords({ unit, threshold }: TrustRuleSummary): string {
  const isShare = unit === "share";
  const shown = Number((isShare ? threshold * 100 : threshold).toFixed(1));
  return isShare ? `${shown} %` : `${shown} ${unit}`;
}
