import type { AuditEvent, AuditSubject } from "@contract/audit.ts";
import { useState } from "react";
import { Link } from "react-router-dom";
import { formatDateTime } from "../../lib/format.ts";
import { Button } from "../../ui/Button.tsx";
import { type Column, DataTable } from "../parts/DataTable.tsx";
import { actorWords, amountWords, eventWords, kindWords } from "./audit_words.ts";
import { EventDetails } from "./EventDetails.tsx";
import { Sealing } from "./Sealing.tsx";

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
      {open && <EventDetails event={open} subject={subject} onClose={() => setOpen(undefined)} />}
    </>
  );
}

function Actor({ event: { actor, actorName } }: { event: AuditEvent }) {
  if (!actorName) return actorWords(actor);
  return <Link to={`/people/${actor.slice("user:".length)}`} className="text-link underline">{actorName}</Link>;
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
