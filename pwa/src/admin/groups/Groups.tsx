import type { GroupSummary } from "@contract/groups.ts";
import { Link, useSearchParams } from "react-router-dom";
import { formatTokens, plural } from "../../lib/format.ts";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { LoadState } from "../../ui/LoadState.tsx";
import { Badge } from "../parts/Badge.tsx";
import { useGroups } from "./api.ts";
import { Group } from "./Group.tsx";
import { linkWords, stateOf } from "./words.ts";
import { ScreenHead } from "../parts/ScreenHead.tsx";

/** `/groups`: accounts that belong together, by the money at stake; `?group=` is one of them. */
export function Groups() {
  const groupId = useSearchParams()[0].get("group");
  return groupId === null ? <Queue /> : <Group key={groupId} groupId={groupId} />;
}

function Queue() {
  const query = useGroups();
  const { data } = query;
  return (
    <>
      <ScreenHead title="Groups" subtitle="Accounts that belong together. You decide: nothing happens by itself.">
        <ButtonLink to="/groups/rules">Try a rule</ButtonLink>
      </ScreenHead>
      {!data && <LoadState query={query} count={8} label="Loading groups..." failure="Failed to load the groups" />}
      {data?.groups.length === 0 && <EmptyState title="No groups" text="No accounts share what links them." />}
      {data && data.groups.length > 0 && <Table groups={data.groups} />}
    </>
  );
}

const HEADINGS = ["Group", "Risk", "At stake", "Paid", "Unproven", "State"];

function Table({ groups }: { groups: readonly GroupSummary[] }) {
  // The roles are said because cells that are laid out as blocks lose them.
  return (
    <table role="table" aria-label="Groups" className="w-full border-collapse text-sm max-md:block">
      <thead role="rowgroup" className="max-md:sr-only">
        <tr role="row" className="border-b border-line text-left text-xs text-ink-soft">
          {HEADINGS.map((name) => (
            <th key={name} role="columnheader" scope="col" className="px-2 py-2 font-semibold">{name}</th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="max-md:block">
        {groups.map((group) => <Row key={group.groupId} group={group} />)}
      </tbody>
    </table>
  );
}

const CELL = "align-top max-md:inline-block max-md:pr-4 max-md:text-xs md:px-2 md:py-2";

function Row({ group }: { group: GroupSummary }) {
  const { groupId, members, score, findings, links, money, unprovenShare } = group;
  const state = stateOf(group);
  const [first] = links;
  return (
    <tr role="row" className="border-b border-line max-md:block max-md:py-3 md:hover:bg-ink/3">
      <td role="cell" className="align-top max-md:block max-md:pb-1 md:px-2 md:py-2">
        <Link className="font-semibold text-link underline-offset-2 hover:underline" to={`/groups?group=${groupId}`}>
          {plural(members, "account")}
        </Link>
        <p className="text-xs text-ink-soft">{findings[0]?.text ?? (first && linkWords(first))}</p>
      </td>
      <td role="cell" className={CELL}>
        <Badge tone={score >= 60 ? "bad" : score >= 25 ? "notice" : "plain"}>{score} of 100</Badge>
      </td>
      <td role="cell" className={CELL}>
        <span className="font-semibold tabular-nums">{formatTokens(money.settling + money.available)}</span>
        <span className="block text-xs text-ink-soft">{formatTokens(money.settling)} settle</span>
      </td>
      <td role="cell" className={CELL}>
        <span className="md:hidden">Paid</span> <span className="tabular-nums">{formatTokens(money.paid)}</span>
      </td>
      <td role="cell" className={CELL}>
        <span className="tabular-nums">{Math.round(unprovenShare * 100)} %</span>{" "}
        <span className="md:hidden">unproven</span>
      </td>
      <td role="cell" className={CELL}>
        <Badge tone={state.tone}>{state.text}</Badge>
      </td>
    </tr>
  );
}
