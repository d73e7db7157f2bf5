import { type AuditEvent, SEALED_WORD } from "@contract/audit.ts";
import { formatDateTime } from "../../lib/format.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { eventWords } from "./audit_words.ts";
import { EventData } from "./EventData.tsx";
import { Sealing } from "./Sealing.tsx";

interface EventDetailsProps {
  event: AuditEvent;
  subject: string;
  onClose(): void;
}

/** An event as it is stored: its place in the log and in the chain, and its data. */
export function EventDetails({ event, subject, onClose }: EventDetailsProps) {
  const facts: [string, string | undefined][] = [
    ["Place", `${event.log} ${event.position}`],
    ["Event hash", event.eventHash],
    ["Block hash", event.blockHash],
    ["Stream", `${event.stream}, version ${event.streamVersion}`],
    ["Event id", event.eventId],
    ["Actor", event.actor],
    ["Request id", event.requestId],
    ["Command id", event.commandId],
    ["Correlation id", event.correlationId],
    ["Caused by", event.causationId],
    ["Occurred, says the device", event.occurredAt],
    ["Recorded", event.recordedAt],
  ];
  return (
    <Dialog
      open
      title={eventWords(event)}
      description={
        <>
          {formatDateTime(event.recordedAt)}, <Sealing event={event} />
        </>
      }
      onClose={onClose}
    >
      <dl className="grid gap-x-4 gap-y-1 text-xs sm:grid-cols-[8rem_1fr]">
        {facts.flatMap(([name, text]) =>
          text === undefined ? [] : [
            <dt key={name} className="text-ink-soft">{name}</dt>,
            <dd key={`${name} text`} className="font-mono break-all max-sm:mb-1">{text}</dd>,
          ]
        )}
      </dl>
      <EventData event={event} subject={subject} isSealed={JSON.stringify(event.data).includes(SEALED_WORD)} />
    </Dialog>
  );
}
