import type { WorkItem } from "@contract/work.ts";
import { useCallback, useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { useAfterDecisions } from "./api.ts";

/** A row's name in an address: its kind, then its id. */
export function keyOf({ kind, id }: Pick<WorkItem, "kind" | "id">): string {
  return `${kind}:${id}`;
}

/**
 * Which row is open beside the list, as the address has it. Once this admin has decided it, the next row that waits for them
 * opens; one that was decided elsewhere stays, and says so.
 */
export function useOpenCase(items: readonly WorkItem[] | undefined, hasMore: boolean) {
  const [params, setParams] = useSearchParams();
  const open = params.get("case");
  const index = items?.findIndex((item) => keyOf(item) === open) ?? -1;
  /** Whether this admin has decided something since the row was opened. */
  const [isDecided, setDecided] = useState(false);
  /** The open row as the list had it last, and its place there. */
  const last = useRef<{ item: WorkItem | undefined; index: number }>({ item: undefined, index: 0 });
  if (index >= 0) last.current = { item: items?.[index], index };
  const show = useCallback((item: WorkItem | undefined) => {
    setDecided(false);
    setParams((before) => {
      const next = new URLSearchParams(before);
      if (item) next.set("case", keyOf(item));
      else next.delete("case");
      return next;
    }, { replace: true });
  }, [setParams]);
  const next = items && nextAfter(items, index >= 0 ? index + 1 : last.current.index, open);
  useAfterDecisions(useCallback(() => setDecided(true), []));
  const isGone = open !== null && items !== undefined && index < 0;
  useEffect(() => {
    if (isGone && isDecided) show(next);
  }, [isGone, isDecided, next, show]);
  const item = open === null ? undefined : index >= 0 ? items?.[index] : itemNamed(open, last.current.item);
  const wasHere = last.current.item !== undefined && keyOf(last.current.item) === open;
  // What was never in the list may wait on a page that is not loaded yet.
  const note = !isGone ? undefined : wasHere ? DECIDED : hasMore ? undefined : NOT_WAITING;
  return { open: item, note, next, show };
}

const NOW = "What is shown is how it is now.";
const DECIDED = `This no longer waits: it has been decided. ${NOW}`;
const NOT_WAITING = `This does not wait for a decision. ${NOW}`;

/** The first from a place on that waits for this admin, else the first of all. */
function nextAfter(items: readonly WorkItem[], from: number, open: string | null): WorkItem | undefined {
  const isNext = (item: WorkItem) => item.mine && keyOf(item) !== open;
  return items.slice(from).find(isNext) ?? items.find(isNext);
}

/** What the address names and the list lacks: decided meanwhile, or on a later page. */
function itemNamed(open: string, last: WorkItem | undefined): WorkItem {
  if (last && keyOf(last) === open) return last;
  const end = open.indexOf(":");
  const kind = open.slice(0, end) as WorkItem["kind"];
  return { kind, id: open.slice(end + 1), about: "", since: "", mine: false };
}
