import { ChevronRight, UserPlus } from "lucide-react";
import { PreloadLink } from "../../lib/PreloadLink.tsx";
import { classNames } from "../../ui/class_names.ts";

/**
 * For listeners who follow no artist yet: the way to the artists. `inCard`: a row of the mix's card, not a card of its
 * own.
 */
export function FollowSomebody({ inCard = false }: { inCard?: boolean }) {
  return (
    <PreloadLink
      to="/artists"
      className={classNames(
        "flex h-full min-h-18 items-center gap-3 p-1.5 pr-3 leading-tight",
        inCard
          ? "pl-3 -outline-offset-4 sm:pl-4"
          : "rounded-xl border border-line bg-surface transition-colors hover:bg-raised",
      )}
    >
      <span
        className={classNames(
          "grid size-14 shrink-0 place-items-center rounded-lg",
          inCard ? "bg-on-dye/15" : "bg-dye text-on-dye",
        )}
      >
        <UserPlus aria-hidden="true" size={24} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">Follow artists you like</span>
        <span className={classNames("block text-sm leading-tight", inCard ? "text-on-dye/85" : "text-ink-soft")}>
          Their new songs appear here first.
        </span>
      </span>
      <ChevronRight aria-hidden="true" size={20} className={classNames("shrink-0", !inCard && "text-ink-faint")} />
    </PreloadLink>
  );
}
