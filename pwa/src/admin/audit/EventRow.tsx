import type { AuditEvent } from "@contract/audit.ts";
import { SEALED_WORD } from "@contract/sealed.ts";
import { useState } from "react";
import { Link } from "react-router-dom";
import { formatDateTime } from "../../lib/format.ts";
import { Button } from "../../ui/Button.tsx";
import { actorWords, typeWords } from "./audit_words.ts";
import { EventData } from "./EventData.tsx";

/** An event: what, when, who and its place in the log; the rest on demand. */
export function EventRow({ event, subject }: { event: AuditEvent; subject: string }) {
  const [isOpen, setOpen] = useState(false);
  const { type, recordedAt, actor, log, position } = event;
  return (
    <article className="flex flex-col gap-1 py-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-base font-semibold">{typeWords(type)}</h2>
        <time dateTime={recordedAt} className="text-sm text-ink-soft tabular-nums">{formatDateTime(recordedAt)}</time>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-ink-soft">
        <Actor actor={actor} />
        <span className="tabular-nums">{log} {position}</span>
        <Place event={event} />
        <Button
          variant="plain"
          size="small"
          aria-expanded={isOpen}
          className="-my-1 -mr-4 ml-auto"
          onClick={() => setOpen(!isOpen)}
        >
          Details
          <span className="sr-only">of {typeWords(type)}, {log} {position}</span>
        </Button>
      </div>
      {isOpen && <Details event={event} subject={subject} />}
    </article>
  );
}

function Actor({ actor }: { actor: string }) {
  if (!actor.startsWith("user:")) return <span>by {actorWords(actor)}</span>;
  return (
    <span>
      by{" "}
      <Link
        to={`/audit?actor=${encodeURIComponent(actor)}`}
        className="text-accent underline underline-offset-4"
        title={actor}
      >
        {actorWords(actor)}
      </Link>
    </span>
  );
}

/** Whether the chain holds the event, in words and not by colour alone. */
function Place({ event: { block, isSealed } }: { event: AuditEvent }) {
  if (block === undefined) return <span>not sealed yet</span>;
  if (!isSealed) return <strong className="text-danger">differs from block {block}</strong>;
  return <span className="text-success">sealed in block {block}</span>;
}

function Details({ event, subject }: { event: AuditEvent; subject: string }) {
  const facts: [string, string | undefined][] = [
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
    <div className="mt-1 flex flex-col gap-3 rounded-lg bg-sunken p-4">
      <dl className="grid gap-x-4 gap-y-1 text-xs sm:grid-cols-[10rem_1fr]">
        {facts.flatMap(([name, text]) =>
          text === undefined ? [] : [
            <dt key={name} className="text-ink-soft">{name}</dt>,
            <dd key={`${name} text`} className="font-mono break-all max-sm:mb-1">{text}</dd>,
          ]
        )}
      </dl>
      <EventData event={event} subject={subject} isSealed={JSON.stringify(event.data).includes(SEALED_WORD)} />
    </div>
  );
}
