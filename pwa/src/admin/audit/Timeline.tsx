import type { AuditEvent } from "@contract/audit.ts";
import { EventRow } from "./EventRow.tsx";

/** Events in their order, the newest first. */
export function Timeline({ events, subject }: { events: readonly AuditEvent[]; subject: string }) {
  return (
    <ol aria-label="Events" className="flex flex-col border-l-2 border-line">
      {events.map((event) => (
        <li key={`${event.log} ${event.position}`} className="relative pb-1 pl-5">
          <span aria-hidden="true" className="absolute top-4 -left-[7px] size-3 rounded-full bg-primary" />
          <EventRow event={event} subject={subject} />
        </li>
      ))}
    </ol>
  );
}
