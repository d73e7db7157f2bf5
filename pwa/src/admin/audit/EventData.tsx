import type { AuditEvent } from "@contract/audit.ts";
import { LockKeyholeOpen } from "lucide-react";
import { failureText } from "../../lib/api_error.ts";
import { Button } from "../../ui/Button.tsx";
import { useOpenSealed } from "./api.ts";

interface EventDataProps {
  event: AuditEvent;
  subject: string;
  /** Whether personal fields of it are sealed. */
  isSealed: boolean;
}

/** The event's data. Personal fields stay sealed until an admin opens them, which is an event of its own. */
export function EventData({ event, subject, isSealed }: EventDataProps) {
  const open = useOpenSealed();
  const opened = open.data?.opened[0]?.data;
  return (
    <>
      <pre
        // It scrolls, so the keyboard has to reach it.
        tabIndex={0}
        aria-label="Data"
        className="max-h-96 shrink-0 overflow-auto rounded-md border border-line bg-surface p-3 text-xs break-all whitespace-pre-wrap"
      >
        {JSON.stringify(opened ?? event.data, null, 2)}
      </pre>
      {isSealed && !open.data && (
        <div className="flex flex-wrap items-center gap-3">
          <Button
            variant="quiet"
            size="small"
            icon={<LockKeyholeOpen size={16} aria-hidden="true" />}
            busy={open.isPending}
            busyLabel="Opening..."
            onClick={() => open.mutate({ subject, event })}
          >
            Open personal details
          </Button>
          <span className="text-xs text-ink-soft">The log records that you opened them.</span>
        </div>
      )}
      {open.data && (
        <p role="status" className="text-xs text-ink-soft">
          {open.data.personIds.length > 0
            ? "Opened. The log has recorded it."
            : "These details are gone for good: their key was destroyed."}
        </p>
      )}
      {open.isError && (
        <p role="alert" className="text-sm font-medium text-danger">
          {failureText(open.error, "The details could not be opened")}
        </p>
      )}
    </>
  );
}
