import { ChevronRight, UserPlus } from "lucide-react";
import { PreloadLink } from "../../lib/PreloadLink.tsx";

/** For who follows nobody yet: the way to the artists. As high as the song one was at, in whose place it may stand. */
export function FollowSomebody() {
  return (
    <PreloadLink
      to="/artists"
      className="flex h-full min-h-18 items-center gap-3 rounded-xl border border-line bg-surface p-1.5 pr-3 leading-tight transition-colors hover:bg-raised"
    >
      <span className="grid size-14 shrink-0 place-items-center rounded-lg bg-dye text-on-dye">
        <UserPlus aria-hidden="true" size={24} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">Follow artists you like</span>
        <span className="block text-sm leading-tight text-ink-soft">Their new songs appear here first.</span>
      </span>
      <ChevronRight aria-hidden="true" size={20} className="shrink-0 text-ink-faint" />
    </PreloadLink>
  );
}
