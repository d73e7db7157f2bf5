import { useEffect, useState } from "react";
import { classNames } from "./class_names.ts";

const SHOW_AFTER_MS = 150;

export interface SkeletonProps {
  /** `rows` is a track list, `cards` a grid of covers, `people` one of faces, `fields` a form, `figures` a row of sums. */
  shape: "rows" | "cards" | "people" | "text" | "fields" | "figures";
  count?: number;
  /** What it says meanwhile, such as "Loading new releases..." */
  label?: string;
}

/** The shape of what is coming: keeps its room immediately and shows itself after 150 ms. */
export function Skeleton({ shape, count = 6, label = "Loading..." }: SkeletonProps) {
  const isShown = useDelay(SHOW_AFTER_MS);
  const Piece = PIECES[shape];
  return (
    <div className="relative">
      <p role="status" className={label && isShown ? "skeleton-label" : "sr-only"}>{label}</p>
      <div aria-hidden="true" className={classNames(FRAMES[shape], isShown ? "animate-breathe" : "invisible")}>
        {Array.from({ length: count }, (_, index) => <Piece key={index} />)}
      </div>
    </div>
  );
}

const FRAMES = {
  rows: "flex flex-col gap-1",
  cards: "cover-grid gap-x-4 gap-y-6",
  people: "cover-grid gap-x-3 gap-y-4",
  text: "flex flex-col gap-3",
  fields: "flex flex-col gap-5 rounded-xl border border-line bg-surface p-5 sm:p-6",
  figures: "figure-grid",
};

const PIECES = {
  rows: () => (
    <div className="flex h-16 items-center gap-3">
      <div className="size-12 rounded-md bg-ink/10" />
      <div className="flex-1">
        <div className="mb-2 h-3.5 w-2/5 rounded-full bg-ink/10" />
        <div className="h-3 w-1/4 rounded-full bg-ink/8" />
      </div>
    </div>
  ),
  cards: () => (
    <div>
      <div className="mb-3 aspect-square rounded-lg bg-ink/10" />
      <div className="mb-2 h-3.5 w-4/5 rounded-full bg-ink/10" />
      <div className="h-3 w-1/2 rounded-full bg-ink/8" />
    </div>
  ),
  people: () => (
    <div className="p-3">
      <div className="mb-3 aspect-square rounded-full bg-ink/10" />
      <div className="mx-auto mb-2 h-3.5 w-3/5 rounded-full bg-ink/10" />
      <div className="mx-auto h-3 w-4/5 rounded-full bg-ink/8" />
    </div>
  ),
  text: () => <div className="h-4 rounded-full bg-ink/10 last:w-3/5" />,
  fields: () => (
    <div>
      <div className="mb-2 h-3.5 w-24 rounded-full bg-ink/10" />
      <div className="h-12 rounded-md bg-ink/8" />
    </div>
  ),
  figures: () => <div className="h-24 rounded-xl bg-ink/8" />,
};

/** True once `ms` have passed since the component appeared: what is quick shall not flicker. */
function useDelay(ms: number): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return isOver;
}
