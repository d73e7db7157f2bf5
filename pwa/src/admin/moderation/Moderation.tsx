import { CASE_LISTS, type CaseList, type CaseSummary, REASON_WORDS, SUBJECT_KINDS } from "@contract/moderation.ts";
import { Link, useSearchParams } from "react-router-dom";
import { formatAgo, formatDateTime, plural } from "../../lib/format.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { LoadState } from "../../ui/LoadState.tsx";
import { TabSet } from "../../ui/TabSet.tsx";
import { Badge } from "../parts/Badge.tsx";
import { MorePages } from "../parts/MorePages.tsx";
import { ScreenHead } from "../parts/ScreenHead.tsx";
import { useCaseQueue, useSuspensionAppeals } from "./api.ts";
import { Case } from "./Case.tsx";
import { SuspensionAppeal, SuspensionRows } from "./SuspensionAppeals.tsx";
import { KIND_WORDS } from "./words.ts";

/** `/moderation`: what people report, appeals and claims; `?kind=&id=` is one case, `?suspension=` the appeal of a person. */
export function Moderation() {
  const [query] = useSearchParams();
  const kind = SUBJECT_KINDS.find((one) => one === query.get("kind"));
  const id = query.get("id");
  const appealId = query.get("suspension");
  if (appealId !== null) return <SuspensionAppeal key={appealId} appealId={appealId} />;
  return kind === undefined || id === null ? <Queue /> : <Case key={`${kind} ${id}`} kind={kind} subjectId={id} />;
}

const LISTS: Record<CaseList, { label: string; empty: string }> = {
  open: { label: "Reports", empty: "Nothing is reported that nobody has looked at." },
  appeals: { label: "Appeals", empty: "Nobody waits for an answer to an appeal." },
  claims: { label: "Claims", empty: "No rights holder waits for us." },
  unconfirmed: { label: "Unconfirmed", empty: "Every claim comes from an address that is confirmed." },
  hidden: { label: "Hidden", empty: "Nothing is hidden now." },
  decided: { label: "Decided", empty: "Nothing was decided yet." },
};

const SUSPENSIONS = "suspensions";

function Queue() {
  const [query, setQuery] = useSearchParams();
  const asked = query.get("list");
  const list = CASE_LISTS.find((one) => one === asked) ?? "open";
  const cases = useCaseQueue(list);
  const counts = cases.data?.pages[0]?.counts;
  const suspensions = useSuspensionAppeals();
  const waiting = suspensions.data?.appeals.filter(({ verdict }) => verdict === undefined).length ?? 0;
  return (
    <>
      <ScreenHead title="Moderation" subtitle="What people report, appeals, and claims of rights holders." />
      <TabSet
        label="Lists"
        value={asked === SUSPENSIONS ? SUSPENSIONS : list}
        onChange={(id) => setQuery({ list: id })}
        tabs={[
          ...CASE_LISTS.map((id) => ({
            id,
            label: counts && counts[id] > 0 && id !== "decided" ? `${LISTS[id].label} ${counts[id]}` : LISTS[id].label,
            content: id === list && asked !== SUSPENSIONS ? <Rows list={id} cases={cases} /> : null,
          })),
          {
            id: SUSPENSIONS,
            label: waiting > 0 ? `Suspended people ${waiting}` : "Suspended people",
            content: asked === SUSPENSIONS ? <SuspensionRows query={suspensions} /> : null,
          },
        ]}
      />
    </>
  );
}

function Rows({ list, cases }: { list: CaseList; cases: ReturnType<typeof useCaseQueue> }) {
  const rows = cases.data?.pages.flatMap((page) => page.cases);
  if (!rows) return <LoadState query={cases} count={6} label="Loading cases..." failure="Failed to load the queue" />;
  if (rows.length === 0) return <EmptyState title="Nothing here" text={LISTS[list].empty} seed={LISTS[list].label} />;
  return (
    <>
      <ul aria-label={LISTS[list].label}>
        {rows.map((row) => <Row key={`${row.kind} ${row.subjectId}`} row={row} />)}
      </ul>
      <MorePages pages={cases} failure="Failed to load the queue" />
    </>
  );
}

function Row({ row }: { row: CaseSummary }) {
  const { kind, subjectId, title, reports, reason, isHidden, hasAppeal, claims, unconfirmed, since } = row;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-3 text-sm">
      <Link
        className="-my-3 min-w-0 py-3 font-semibold text-link wrap-anywhere underline-offset-2 hover:underline"
        to={`/moderation?kind=${kind}&id=${subjectId}`}
      >
        {KIND_WORDS[kind]}
        {title && (
          <>
            : <bdi>{title}</bdi>
          </>
        )}
      </Link>
      {reports > 0 && (
        <span className="text-ink-soft">
          {plural(reports, "report")}
          {reason && `, ${REASON_WORDS[reason].label.toLowerCase()}`}
        </span>
      )}
      <span className="flex flex-wrap items-center gap-2 sm:ml-auto">
        {hasAppeal && <Badge tone="notice">Appeal</Badge>}
        {claims > 0 && <Badge tone="notice">{plural(claims, "claim")}</Badge>}
        {unconfirmed > 0 && <Badge tone="plain">{plural(unconfirmed, "unconfirmed claim")}</Badge>}
        {isHidden && <Badge tone="bad">Hidden</Badge>}
        <time dateTime={since} title={formatDateTime(since)} className="text-ink-soft">{formatAgo(since)}</time>
      </span>
    </li>
  );
}
