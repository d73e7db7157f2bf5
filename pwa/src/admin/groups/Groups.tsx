import type { GroupSummary } from "@contract/groups.ts";
import { Link, useSearchParams } from "react-router-dom";
import { plural } from "../../lib/format.ts";
import { nairaOf } from "../../lib/naira.ts";
import { Badge } from "../parts/Badge.tsx";
import { figure, naira } from "../parts/columns.ts";
import type { Column } from "../parts/DataTable.tsx";
import { LateFold } from "../parts/LateFold.tsx";
import { AllOfKind } from "../work/AllOfKind.tsx";
import { Rules } from "./Rules.tsx";
import { ListScreen } from "../parts/ListScreen.tsx";
import { useGroups } from "./api.ts";
import { Group } from "./Group.tsx";
import { linkWords, stateOf } from "./words.ts";

/** `/groups`: accounts that belong together, by the money at stake, with appeals and rules; `?group=` is one of them. */
export function Groups() {
  const groupId = useSearchParams()[0].get("group");
  return groupId === null ? <Queue /> : <Group key={groupId} groupId={groupId} />;
}

function Queue() {
  const query = useGroups();
  return (
    <>
      <ListScreen
        title="Groups"
        subtitle="Accounts that belong together. You decide: nothing happens by itself."
        query={query}
        rows={query.data?.groups}
        loading="Loading groups..."
        failure="Failed to load the groups"
        empty={{ title: "No groups", text: "No accounts share what links them." }}
        table={{ label: "Groups", columns: COLUMNS, keyOf: ({ groupId }) => groupId }}
      />
      <div className="mt-8 flex flex-col gap-3">
        <AllOfKind kind="earnings_appeal" />
        <LateFold title="Rules that look for cheating">
          <Rules />
        </LateFold>
      </div>
    </>
  );
}

const COLUMNS: readonly Column<GroupSummary>[] = [
  {
    label: "Group",
    wraps: true,
    cell: ({ groupId, members, findings: [finding], links: [link] }) => (
      <>
        <Link className="font-semibold text-link underline-offset-2 hover:underline" to={`/groups?group=${groupId}`}>
          {plural(members, "account")}
        </Link>
        <p className="text-xs font-normal text-ink-soft">{finding?.text ?? (link && linkWords(link))}</p>
      </>
    ),
  },
  {
    label: "Risk",
    cell: ({ score }) => <Badge tone={score >= 60 ? "bad" : score >= 25 ? "notice" : "plain"}>{score} of 100</Badge>,
  },
  figure("At stake", ({ money: { settling, available } }) => (
    <>
      <span className="font-semibold">{nairaOf(settling + available)}</span>{" "}
      <span className="text-xs text-ink-soft">{nairaOf(settling)} settle</span>
    </>
  )),
  naira("Paid", ({ money: { paid } }) => paid),
  figure("Unproven", ({ unprovenShare }) => `${Math.round(unprovenShare * 100)} %`),
  { label: "State", onPhone: "end", cell: (group) => <Badge {...stateOf(group)} /> },
];
