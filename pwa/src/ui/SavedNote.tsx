import { CloudOff } from "lucide-react";
import { formatDate, formatDateTime, formatTime } from "../lib/format.ts";

interface SavedNoteProps {
  /** What is shown, such as "list" or "balance". */
  what: string;
  /** When it was fetched, epoch ms; undefined where it is fresh, and nothing is to be said. */
  savedAt: number | undefined;
}

/** Says how old what is shown is, where nothing newer can be had: "Showing saved list from 10:20". */
export function SavedNote({ what, savedAt }: SavedNoteProps) {
  if (savedAt === undefined) return null;
  const isToday = formatDate(savedAt) === formatDate(Date.now());
  return (
    <p role="status" className="mb-3 flex items-center gap-2 text-sm text-ink-soft">
      <CloudOff aria-hidden="true" size={16} className="shrink-0" />
      Showing saved {what} from {isToday ? formatTime(savedAt) : formatDateTime(savedAt)}
    </p>
  );
}
