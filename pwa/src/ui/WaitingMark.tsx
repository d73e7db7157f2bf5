import { Clock } from "lucide-react";
import { classNames } from "./class_names.ts";

/** Says that something the user did is on this device only, until there is a network. */
export function WaitingMark({ className }: { className?: string }) {
  return (
    <span className={classNames("inline-flex items-center gap-1.5 text-sm text-ink-soft", className)}>
      <Clock aria-hidden="true" size={14} className="shrink-0" />
      Waiting to be sent
    </span>
  );
}
