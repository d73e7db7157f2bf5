import type { ReleaseStatus, SongReadiness } from "@contract/releases.ts";
import { CalendarClock, CircleAlert, CircleCheck, EyeOff, PencilLine, ScanEye } from "lucide-react";
import { Spinner } from "../../ui/Spinner.tsx";
import { READINESS_WORDS, STATUS_WORDS } from "./words.ts";

const LOOK = "inline-flex shrink-0 items-center gap-1.5 text-xs font-semibold";

/** The state of a release, in a word. */
export function ReleaseMark({ status }: { status: ReleaseStatus }) {
  const { Icon, look } = {
    draft: { Icon: PencilLine, look: "text-ink-soft" },
    scheduled: { Icon: CalendarClock, look: "text-accent" },
    published: { Icon: CircleCheck, look: "text-success" },
    withdrawn: { Icon: EyeOff, look: "text-ink-soft" },
  }[status];
  return (
    <span className={`${LOOK} ${look}`}>
      <Icon aria-hidden="true" size={14} /> {STATUS_WORDS[status]}
    </span>
  );
}

/** How far a song is, in a word. */
export function ReadinessMark({ readiness }: { readiness: SongReadiness }) {
  const words = READINESS_WORDS[readiness];
  switch (readiness) {
    case "processing":
      return (
        <span className={`${LOOK} text-ink-soft`}>
          <Spinner size={14} /> {words}
        </span>
      );
    case "ready":
      return (
        <span className={`${LOOK} text-success`}>
          <CircleCheck aria-hidden="true" size={14} /> {words}
        </span>
      );
    case "failed":
      return (
        <span className={`${LOOK} text-danger`}>
          <CircleAlert aria-hidden="true" size={14} /> {words}
        </span>
      );
    case "held":
      return (
        <span className={`${LOOK} text-info`}>
          <ScanEye aria-hidden="true" size={14} /> {words}
        </span>
      );
    default:
      return readiness satisfies never;
  }
}
