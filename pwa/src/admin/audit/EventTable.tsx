import { type AuditEvent, type AuditSubject, SEALED_WORD } from "@contract/audit.ts";
import { LockKeyholeOpen } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router-dom";
import { failureText } from "../../lib/api_error.ts";
import { formatDateTime } from "../../lib/format.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { type Column, DataTable } from "../parts/DataTable.tsx";
import { Code, Facts } from "../parts/Facts.tsx";
import { PersonLink } from "../parts/PersonLink.tsx";
import { useOpenSealed } from "./api.ts";
import { actorWords, amountWords, eventWords, kindWords } from "./audit_words.ts";

/** Events a row each, newest first: when, who, what, about whom, what it is worth, and its seal. */
export function EventTable({ events, subject }: { events: readonly AuditEvent[]; subject: string }) {
  const [open, setOpen] = useState<AuditEvent>();
  const columns: readonly Column<AuditEvent, never>[] = [
    {
      label: "Time",
      onPhone: "line",
      cell: ({ recordedAt }) => <time dateTime={recordedAt}>{formatDateTime(recordedAt)}</time>,
    },
    { label: "Who", onPhone: "named", cell: (event) => <Actor event={event} /> },
    { label: "What", onPhone: "title", cell: eventWords },
    { label: "About", onPhone: "named", cell: ({ about }) => <About about={about} /> },
    { label: "Amount", cell: ({ amount }) => amountWords(amount) },
    { label: "Chain", cell: (event) => <Sealing event={event} /> },
    {
      label: "Details",
      onPhone: "end",
      cell: (event) => (
        <Button
          variant="plain"
          size="small"
          className="-my-2 md:-ml-3"
          onClick={() => setOpen(event)}
        >
          Details<span className="sr-only">of {eventWords(event)}, {event.log} {event.position}</span>
        </Button>
      ),
    },
  ];
  return (
    <>
      <DataTable label="Events" columns={columns} rows={events} keyOf={({ log, position }) => `${log} ${position}`} />
      {open && <Details event={open} subject={subject} onClose={() => setOpen(undefined)} />}
    </>
  );
}

function Actor({ event: { actor, actorName } }: { event: AuditEvent }) {
  if (!actorName) return actorWords(actor);
  return <PersonLink userId={actor.slice("user:".length)} name={actorName} />;
}

function About({ about }: Pick<AuditEvent, "about">) {
  const people = new Set(about.flatMap(({ kind, name }) => kind === "user" && name ? [name] : []));
  return about.map((one, index) => (
    <span key={`${one.kind} ${one.id}`}>
      {index > 0 && ", "}
      <Subject about={one} isNamed={people.has(one.name)} />
    </span>
  ));
}

/** `isNamed` says that the row names the owner of the withdrawal, too. */
function Subject({ about: { kind, id, name }, isNamed }: { about: AuditSubject; isNamed: boolean }) {
  const to = kind === "user" ? `/people/${id}` : `/audit?subject=${kind === "policy" ? kind : `${kind}:${id}`}`;
  const isOwned = kind === "withdrawal" && name !== "" && !isNamed;
  const words = isOwned ? `Withdrawal of ${name}` : kind === "withdrawal" ? "Withdrawal" : name || kindWords(kind);
  return <Link to={to} className="text-link underline">{words}</Link>;
}

/** Whether the chain holds the event, in words and not by colour alone. */
function Sealing({ event: { block, isSealed } }: { event: AuditEvent }) {
  if (block === undefined) return <span className="text-ink-soft">not sealed yet</span>;
  if (!isSealed) return <strong className="text-danger">differs from block {block}</strong>;
  return <span className="text-success">sealed in block {block}</span>;
}

interface OpenEvent {
  event: AuditEvent;
  subject: string;
}

/** An event as it is stored: its place in the log and in the chain, and its data. */
function Details({ event, subject, onClose }: OpenEvent & { onClose(): void }) {
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
      <Facts
        facts={facts.flatMap(([name, text]) =>
          text === undefined ? [] : [[name, <Code key={name}>{text}</Code>] as const]
        )}
      />
      <Data event={event} subject={subject} />
    </Dialog>
  );
}

/** The event's data. Personal fields stay sealed until an admin opens them, which is an event of its own. */
function Data({ event, subject }: OpenEvent) {
  const open = useOpenSealed();
  const shown = JSON.stringify(open.data?.opened[0]?.data ?? event.data, null, 2);
  return (
    <>
      <pre
        // It scrolls, so the keyboard has to reach it.
        tabIndex={0}
        aria-label="Data"
        className="max-h-96 shrink-0 overflow-auto rounded-md border border-line bg-surface p-3 text-xs break-all whitespace-pre-wrap"
      >
        {shown}
      </pre>
      {!open.data && JSON.stringify(event.data).includes(SEALED_WORD) && (
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
