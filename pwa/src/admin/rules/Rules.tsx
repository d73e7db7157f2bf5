import type { TrustRuleSummary } from "@contract/trust_rules.ts";
import { lagosDay } from "@contract/policy.ts";
import { Link, useSearchParams } from "react-router-dom";
import { LoadState } from "../../ui/LoadState.tsx";
import { type TrialSearch, useRules } from "./api.ts";
import { Trial } from "./Trial.tsx";
import { TrialForm } from "./TrialForm.tsx";
import { ruleName, thresholdWords } from "./words.ts";
import { ScreenHead } from "../parts/ScreenHead.tsx";

const DAY_MS = 86_400_000;
const FIRST_SPAN_DAYS = 28;

/** `/groups/rules`: the rules that look for cheating, and what one of them would have voided. */
export function Rules() {
  const query = useRules();
  const { data } = query;
  const [search, setSearch] = useTrialSearch();
  return (
    <>
      <ScreenHead
        title="Rules"
        subtitle="Try a rule on the past before you rely on it. This page changes nothing."
        before={<Link className="text-sm text-link underline" to="/groups">All groups</Link>}
      />
      {!data && <LoadState query={query} count={8} label="Loading rules..." failure="Failed to load the rules" />}
      {data && (
        <div className="flex flex-col gap-6">
          <TrialForm key={JSON.stringify(search)} rules={data.rules} search={search} onTry={setSearch} />
          {search.rule !== "" && <Trial key={JSON.stringify(search)} search={search} />}
          <RuleTable rules={data.rules} />
        </div>
      )}
    </>
  );
}

/** What is tried is in the address, so that it can be linked to and gone back to. */
function useTrialSearch(): [TrialSearch, (next: TrialSearch) => void] {
  const [params, setParams] = useSearchParams();
  const text = (name: string, otherwise = "") => params.get(name) ?? otherwise;
  const now = Date.now();
  const search = {
    rule: text("rule"),
    from: text("from", lagosDay(now - (FIRST_SPAN_DAYS - 1) * DAY_MS)),
    to: text("to", lagosDay(now)),
    threshold: text("threshold"),
    points: text("points"),
  };
  return [search, (next) => setParams(Object.entries(next).filter(([, value]) => value !== ""))];
}

const HEADINGS = ["Rule", "Looks at", "Threshold", "Points", "Version"];
const CELL = "align-top max-md:inline-block max-md:pr-4 max-md:text-xs md:px-2 md:py-2";

function RuleTable({ rules }: { rules: readonly TrustRuleSummary[] }) {
  // The roles are said because cells that are laid out as blocks lose them.
  return (
    <table role="table" aria-label="Rules" className="w-full border-collapse text-sm max-md:block">
      <thead role="rowgroup" className="max-md:sr-only">
        <tr role="row" className="border-b border-line text-left text-xs text-ink-soft">
          {HEADINGS.map((name) => (
            <th key={name} role="columnheader" scope="col" className="px-2 py-2 font-semibold">{name}</th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="max-md:block">
        {rules.map((rule) => (
          <tr key={rule.rule} role="row" className="border-b border-line max-md:block max-md:py-3">
            <td role="cell" className="align-top max-md:block max-md:pb-1 md:px-2 md:py-2">
              <p className="font-semibold">{ruleName(rule.rule)}</p>
              <p className="text-xs text-ink-soft">{rule.looksFor}</p>
            </td>
            <td role="cell" className={CELL}>{rule.of === "groups" ? "Groups" : "Accounts"}</td>
            <td role="cell" className={`${CELL} tabular-nums`}>{thresholdWords(rule)}</td>
            <td role="cell" className={`${CELL} tabular-nums`}>
              {rule.points} <span className="md:hidden">points</span>
            </td>
            <td role="cell" className={`${CELL} tabular-nums`}>
              <span className="md:hidden">version</span> {rule.version}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
