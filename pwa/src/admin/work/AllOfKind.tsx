import { type CaseList, SUBJECT_WORDS } from "@contract/moderation.ts";
import { formatBasisPoints } from "@contract/splits.ts";
import type { WorkKind } from "@contract/work.ts";
import { type ReactNode, useState } from "react";
import { Link } from "react-router-dom";
import { formatDateTime } from "../../lib/format.ts";
import { nairaOf } from "../../lib/naira.ts";
import { Segments } from "../../ui/Segments.tsx";
import { useAppealQueue } from "../appeals/api.ts";
import { useDisputes } from "../disputes/api.ts";
import { useSplitDisputes } from "../disputes/SplitDispute.tsx";
import { stateOf, WHAT } from "../disputes/words.ts";
import { useDuplicateQueue } from "../duplicates/api.ts";
import { STATES } from "../duplicates/words.ts";
import { useCaseQueue, useSuspensionAppeals } from "../moderation/api.ts";
import { Badge, type Mark } from "../parts/Badge.tsx";
import { DataTable } from "../parts/DataTable.tsx";
import { LateFold } from "../parts/LateFold.tsx";
import { ListBody } from "../parts/ListScreen.tsx";
import { workAt } from "../shell/work_address.ts";

/** A case that waits or was decided. */
interface Row {
  id: string;
  about: string;
  state: Mark;
  at: string;
}

interface CasesProps {
  kind: WorkKind;
  query: Parameters<typeof ListBody>[0]["query"];
  rows: readonly Row[] | undefined;
}

function Cases({ kind, query, rows }: CasesProps) {
  return (
    <ListBody query={query} rows={rows} loading="Loading..." failure="Failed to load the list" empty="None yet.">
      {(found) => (
        <DataTable
          label="All cases"
          rows={found}
          keyOf={({ id }) => id}
          columns={[
            {
              label: "Case",
              wraps: true,
              cell: ({ id, about }) => (
                <Link className="text-link underline" to={workAt(kind, id)}>
                  <bdi>{about}</bdi>
                </Link>
              ),
            },
            { label: "State", cell: ({ state }) => <Badge {...state} /> },
            { label: "Since", onPhone: "end", cell: ({ at }) => formatDateTime(at) },
          ]}
        />
      )}
    </ListBody>
  );
}

function Disputes() {
  const query = useDisputes();
  const rows = query.data?.disputes.map((one) => ({
    ...{ id: one.disputeId, about: `${nairaOf(one.amount)}, ${WHAT[one.what]}: ${one.reason}` },
    ...{ state: stateOf(one), at: one.openedAt },
  }));
  return <Cases kind="dispute" query={query} rows={rows} />;
}

const APPEALS = {
  open: { tone: "notice", text: "Open" },
  proposed: { tone: "notice", text: "Needs another side" },
  answered: { tone: "plain", text: "Answered" },
} as const;

function Appeals() {
  const query = useAppealQueue();
  const rows = query.data?.appeals.map(({ appealId, userId, at, state, held, voided }) => ({
    ...{ id: appealId, at, state: APPEALS[state] },
    about: `…${userId.slice(-8)}: ${nairaOf(held)} held, ${nairaOf(voided)} removed`,
  }));
  return <Cases kind="earnings_appeal" query={query} rows={rows} />;
}

function Duplicates() {
  const query = useDuplicateQueue();
  const rows = query.data?.duplicates.map((one) => ({
    ...{ id: one.matchId, at: one.at, state: STATES[one.state] },
    about: `${one.title} by ${one.artist}, ${one.percent} % like ${one.otherTitle}${
      one.otherArtist && ` by ${one.otherArtist}`
    }`,
  }));
  return <Cases kind="duplicate" query={query} rows={rows} />;
}

function Shares() {
  const query = useSplitDisputes();
  const rows = query.data?.disputes.map((one) => ({
    ...{ id: one.disputeId, at: one.openedAt },
    about: `${one.title}: ${one.owner.name} and ${one.collaborator.name}, ${nairaOf(one.held)} held`,
    state: one.settled
      ? { tone: "plain" as const, text: `${formatBasisPoints(one.settled.basisPoints)} to the collaborator` }
      : { tone: "notice" as const, text: one.isProposed ? "Proposed" : "Held aside" },
  }));
  return <Cases kind="disputed_share" query={query} rows={rows} />;
}

function Suspensions() {
  const query = useSuspensionAppeals();
  const rows = query.data?.appeals.map(({ appealId, name, at, suspendedBy, verdict, isProposed }) => ({
    ...{ id: appealId, at, about: `${name}, suspended by ${suspendedBy}` },
    state: verdict === undefined
      ? { tone: "notice" as const, text: isProposed ? "Proposed" : "Open" }
      : { tone: "plain" as const, text: verdict === "grant" ? "Let in again" : "Stays suspended" },
  }));
  return <Cases kind="suspension_appeal" query={query} rows={rows} />;
}

const MODERATED: readonly { value: CaseList; label: string }[] = [
  { value: "hidden", label: "Hidden" },
  { value: "decided", label: "Decided" },
  { value: "unconfirmed", label: "Unconfirmed claims" },
];

function Moderated() {
  const [list, setList] = useState<CaseList>("hidden");
  const query = useCaseQueue(list);
  const rows = query.data?.pages.flatMap(({ cases }) => cases).map(({ kind, subjectId, title, isHidden, since }) => ({
    ...{ id: `${kind}:${subjectId}`, at: since, about: [SUBJECT_WORDS[kind].label, title].filter(Boolean).join(": ") },
    state: isHidden ? { tone: "bad" as const, text: "Hidden" } : { tone: "plain" as const, text: "Shown" },
  }));
  return (
    <>
      <div className="mb-3">
        <Segments<CaseList> label="Which cases" choices={MODERATED} value={list} onChange={setList} />
      </div>
      <Cases kind="report" query={query} rows={rows} />
    </>
  );
}

/** The lists of kinds whose cases are kept once they are decided. */
const LISTS: Readonly<Partial<Record<WorkKind, { title: string; list(): ReactNode }>>> = {
  dispute: { title: "All disputes, decided ones too", list: () => <Disputes /> },
  disputed_share: { title: "All disputed shares, decided ones too", list: () => <Shares /> },
  claim: { title: "Hidden, decided and unconfirmed", list: () => <Moderated /> },
  report: { title: "Hidden, decided and unconfirmed", list: () => <Moderated /> },
  moderation_appeal: { title: "Hidden, decided and unconfirmed", list: () => <Moderated /> },
  suspension_appeal: { title: "All appeals of suspended people", list: () => <Suspensions /> },
  earnings_appeal: { title: "All appeals about earnings, answered ones too", list: () => <Appeals /> },
  duplicate: { title: "All same recordings, decided ones too", list: () => <Duplicates /> },
};

/** All cases of a kind, where they are kept. */
export function AllOfKind({ kind }: { kind: WorkKind }) {
  const found = LISTS[kind];
  return found && <LateFold title={found.title}>{found.list()}</LateFold>;
}
