import { ArrowDown, ArrowUp } from "lucide-react";

interface RankMoveProps {
  rank: number;
  /** Null where it was in no ranking of the week before. */
  before: number | null;
  showsFalls?: boolean;
}

/** By how many places a rank differs from the one of the week before; nothing where it is the same. */
export function RankMove({ rank, before, showsFalls = true }: RankMoveProps) {
  if (before === null) return <span className="text-2xs font-semibold text-accent">New</span>;
  if (before === rank) return null;
  const rises = rank < before;
  if (!rises && !showsFalls) return null;
  const Arrow = rises ? ArrowUp : ArrowDown;
  return (
    <span className={`flex items-center text-2xs font-semibold ${rises ? "text-success" : "text-danger"}`}>
      <Arrow size={12} aria-label={rises ? "up by" : "down by"} role="img" />
      {Math.abs(before - rank)}
    </span>
  );
}
