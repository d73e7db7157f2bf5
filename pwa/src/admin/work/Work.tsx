import { WORK_KIND_NAMES, WORK_KINDS, type WorkItem, type WorkKind } from "@contract/work.ts";
import { X } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { useSearchParams } from "react-router-dom";
import { formatAgo, formatDateTime, formatFullCount, plural } from "../../lib/format.ts";
import { nairaOf } from "../../lib/naira.ts";
import { usePassing } from "../../lib/use_passing.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { classNames } from "../../ui/class_names.ts";
import { LoadState } from "../../ui/LoadState.tsx";
import { Select } from "../../ui/Select.tsx";
import { Badge } from "../parts/Badge.tsx";
import { MorePages } from "../parts/MorePages.tsx";
import { KeyHint, onRowKey } from "../parts/row_keys.tsx";
import { Beside } from "../parts/ScreenHead.tsx";
import { AllOfKind } from "./AllOfKind.tsx";
import { countsIn, useWork } from "./api.ts";
import { keyOf, useOpenCase } from "./use_open_case.ts";
import { WorkCase } from "./WorkCase.tsx";

/** Everything that waits for admins, the oldest first; a row opens its case beside the list. */
export function Work() {
  const [params] = useSearchParams();
  const kind = WORK_KIND_NAMES.find((one) => one === params.get("kind"));
  const query = useWork(kind);
  const items = query.data?.pages.flatMap((page) => page.items);
  const counts = query.data?.pages[0]?.counts ?? {};
  const { open, note, next, show } = useOpenCase(items, query.hasNextPage);
  const [notice, say] = usePassing<string>();
  const beside = useRef<HTMLElement>(null);
  const openKey = open && keyOf(open);
  useEffect(() => beside.current?.focus(), [openKey]);
  return (
    <section aria-label="What waits" className="mb-8">
      <Head kind={kind} counts={counts} />
      {notice && <Banner tone="success" className="mb-3">{notice}</Banner>}
      {!items && (
        <LoadState
          query={query}
          count={4}
          label="Loading what waits..."
          failure="Failed to load what waits"
        />
      )}
      {items && (
        <div className={classNames("grid items-start gap-5", open && "lg:grid-cols-[minmax(18rem,2fr)_minmax(0,5fr)]")}>
          <div className={classNames("min-w-0", open && "max-lg:hidden")}>
            <List items={items} all={query.hasNextPage ? allOf(counts, kind) : undefined} open={open} onOpen={show} />
            <MorePages pages={query} failure="Failed to load more" />
            {kind && !open && (
              <div className="mt-4">
                <AllOfKind kind={kind} />
              </div>
            )}
          </div>
          {open && (
            <section
              ref={beside}
              tabIndex={-1}
              aria-label="The open case"
              onKeyDown={(event) =>
                onCaseKey(event, {
                  next: () => show(next),
                  close: () =>
                    show(undefined),
                })}
              className="min-w-0 rounded-lg border border-line bg-surface p-4 outline-none sm:p-5"
            >
              <CaseBar next={next} onNext={() => show(next)} onClose={() => show(undefined)} />
              {note && <Banner tone="info" className="mb-4">{note}</Banner>}
              <Beside value={say}>
                <WorkCase key={openKey} item={open} onDone={say} />
              </Beside>
            </section>
          )}
        </div>
      )}
    </section>
  );
}

function Head({ kind, counts }: { kind: WorkKind | undefined; counts: Parameters<typeof countsIn>[0] }) {
  const [, setParams] = useSearchParams();
  const all = allOf(counts, undefined);
  const options = [
    { value: "", label: `Everything (${formatFullCount(all)})` },
    ...WORK_KIND_NAMES.filter((one) => one === kind || (counts[one] ?? 0) > 0).map((one) => ({
      value: one,
      label: `${WORK_KINDS[one].label} (${formatFullCount(counts[one] ?? 0)})`,
    })),
  ];
  return (
    <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <h2 className="text-lg">What waits</h2>
      {all > 0 && (
        <div className="w-full sm:w-auto sm:min-w-56">
          <Select
            hideLabel
            label="Kind"
            options={options}
            value={kind ?? ""}
            onChange={({ target: { value } }) => setParams(value === "" ? {} : { kind: value }, { replace: true })}
          />
        </div>
      )}
    </div>
  );
}

/** How many wait, of a kind or in all. */
function allOf(counts: Parameters<typeof countsIn>[0], kind: WorkKind | undefined): number {
  return kind ? counts[kind] ?? 0 : countsIn(counts).reduce((sum, { count }) => sum + count, 0);
}

interface ListProps {
  items: readonly WorkItem[];
  /** How many wait, where not all are loaded. */
  all: number | undefined;
  open: WorkItem | undefined;
  onOpen(item: WorkItem): void;
}

function List({ items, all, open, onOpen }: ListProps) {
  if (items.length === 0) return <p className="py-3 text-sm text-ink-soft">Nothing waits. You are done.</p>;
  const mine = items.filter((item) => item.mine).length;
  return (
    <>
      <p className="mb-2 text-xs text-ink-soft">
        {mine === 0
          ? "Nothing here waits for you: others decide it."
          : `${plural(mine, "row waits", "rows wait")} for you. The oldest first.`}
        {all !== undefined && ` ${formatFullCount(items.length)} of ${formatFullCount(all)} are shown.`}
      </p>
      <ul
        aria-label="What waits"
        aria-keyshortcuts="j k o"
        onKeyDown={onRowKey}
        className={classNames(
          "overflow-y-auto rounded-lg border border-line bg-surface",
          open ? "max-h-[70dvh]" : "max-h-96",
        )}
      >
        {items.map((item, index) => (
          <Row
            key={keyOf(item)}
            {...{ item, onOpen }}
            isFirst={index === 0}
            isOpen={open !== undefined && keyOf(open) === keyOf(item)}
          />
        ))}
      </ul>
      <KeyHint />
    </>
  );
}

interface RowProps {
  item: WorkItem;
  isFirst: boolean;
  isOpen: boolean;
  onOpen(item: WorkItem): void;
}

function Row({ item, isFirst, isOpen, onOpen }: RowProps) {
  const { kind, about, since, amount, held, mine } = item;
  return (
    <li className="border-t border-line first:border-0">
      <button
        type="button"
        data-row=""
        tabIndex={isFirst ? 0 : -1}
        aria-current={isOpen || undefined}
        onClick={() => onOpen(item)}
        className={classNames(
          "block w-full px-3 py-2 text-left text-sm -outline-offset-2 hover:bg-ink/3",
          isOpen && "bg-ink/8",
        )}
      >
        <span data-key="open" className="flex flex-wrap items-center gap-x-3 gap-y-0.5">
          <bdi className="min-w-32 flex-1 truncate font-semibold">{about}</bdi>
          {amount !== undefined && <span className="tabular-nums">{nairaOf(amount)}</span>}
          <span className="flex basis-full items-center gap-2 text-xs text-ink-soft">
            <Badge tone={mine ? "notice" : "plain"}>{WORK_KINDS[kind].label}</Badge>
            <time dateTime={since} title={formatDateTime(since)}>{formatAgo(since)}</time>
            {!mine && <span className="ml-auto">For others</span>}
          </span>
          {held !== undefined && <span className="basis-full text-xs text-accent">{held}</span>}
        </span>
      </button>
    </li>
  );
}

function CaseBar({ next, onNext, onClose }: { next: WorkItem | undefined; onNext(): void; onClose(): void }) {
  return (
    <div className="mb-3 flex items-center justify-end gap-2">
      {next && <Button variant="quiet" size="small" aria-keyshortcuts="n" onClick={onNext}>Next</Button>}
      <Button variant="plain" size="small" aria-keyshortcuts="Escape" onClick={onClose}>
        <X size={18} aria-hidden="true" /> Close
      </Button>
    </div>
  );
}

/** Keys of the open case, while it has the focus itself: no letter is taken from a field or a button. */
function onCaseKey(event: KeyboardEvent<HTMLElement>, { next, close }: { next(): void; close(): void }): void {
  if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "n") next();
  if (event.key === "Escape") close();
}
