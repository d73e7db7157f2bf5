import { type MaybeEarly, useEarlyAccess } from "../lib/early_access.ts";

/** The badge of a track in early access; who may not hear it yet reads until when. */
export function EarlyAccessMark({ track }: { track: MaybeEarly }) {
  const early = useEarlyAccess(track);
  return early && (
    <span className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-ink-soft">
      <span className="rounded-full bg-ink/8 px-2 py-0.5 font-semibold text-ink">Early access</span>{" "}
      {early.isClosed && <span>{early.until}</span>}
    </span>
  );
}
