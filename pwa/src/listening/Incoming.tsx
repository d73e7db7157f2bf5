import { CloudUpload, TriangleAlert } from "lucide-react";
import { Link } from "react-router-dom";
import { useOutboxSnapshot } from "../lib/app_outbox.ts";
import { useOnline } from "../lib/connection.ts";
import { formatDateTime, formatDuration, plural, spokenDuration } from "../lib/format.ts";
import { tokensWithNaira } from "../lib/naira.ts";
import { loginPath } from "../lib/session.ts";
import type { OutboxSnapshot } from "../outbox/snapshot.ts";
import { Banner } from "../ui/Banner.tsx";
import { buttonClass } from "../ui/button_class.ts";
import { WaitingChanges } from "./WaitingChanges.tsx";
import { reasonText } from "@contract/play_reasons.ts";

/** What this device has not handed in yet, what came of the last that it did, and what was refused. */
export function Incoming() {
  const outbox = useOutboxSnapshot();
  if (!outbox) return null;
  return (
    <>
      {outbox.storageFailed && (
        <Banner tone="error">
          This device has no space to store your plays. Free some space and keep this page open.
        </Banner>
      )}
      {outbox.waiting > 0 && <Waiting outbox={outbox} />}
      {outbox.waiting === 0 && outbox.earnedSince > 0 && <CameIn outbox={outbox} />}
      {outbox.dead.length > 0 && <Refused outbox={outbox} />}
      <WaitingChanges outbox={outbox} />
    </>
  );
}

function Waiting({ outbox: { waiting, waitingMs, blocked } }: { outbox: OutboxSnapshot }) {
  const isOnline = useOnline();
  const seconds = waitingMs / 1_000;
  return (
    <section className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-xl border border-line-strong bg-surface p-4 sm:p-5">
      <CloudUpload aria-hidden="true" size={28} className="shrink-0 text-accent" />
      <div className="min-w-0 flex-1 basis-56">
        <h2 className="text-base font-semibold tracking-normal">
          {plural(waiting, "play")} waiting, <span aria-hidden="true">{formatDuration(seconds)}</span>
          <span className="sr-only">{spokenDuration(seconds)}</span> of listening
        </h2>
        <p className="text-sm text-ink-soft">
          {blocked > 0
            ? "Log in again to send them. Nothing gets lost."
            : isOnline
            ? "Sending now. You will see what you earned once Orin has counted them."
            : "They are safe on this device. Orin sends them when you are back online and shows what you earned."}
        </p>
      </div>
      {blocked > 0 && <Link to={loginPath()} className={buttonClass("primary", "small")}>Log in</Link>}
    </section>
  );
}

function CameIn({ outbox: { earnedSince, receipts } }: { outbox: OutboxSnapshot }) {
  const gains = receipts.filter((receipt) => receipt.gainedUnits > 0);
  const newest = gains[0];
  return (
    <Banner tone="success">
      <strong>{tokensWithNaira(earnedSince)}</strong> earned since you opened Orin
      {newest && `, most recently with ${newest.track.title}`}.
    </Banner>
  );
}

function Refused({ outbox: { dead } }: { outbox: OutboxSnapshot }) {
  return (
    <details className="rounded-xl border border-line bg-surface">
      <summary className="flex min-h-12 items-center gap-3 rounded-xl px-4 py-3 text-sm font-semibold">
        <TriangleAlert aria-hidden="true" size={20} className="shrink-0 text-danger" />
        {plural(dead.length, "play was", "plays were")} not counted
      </summary>
      <ul className="flex flex-col gap-3 border-t border-line p-4 text-sm">
        {dead.map((row) => (
          <li key={row.id}>
            <span className="font-semibold">{row.track.title}</span>
            <span className="text-ink-soft">by {row.track.artist}, {formatDateTime(row.createdAt)}</span>
            <p className="text-ink-soft">{reasonText(row.lastError)}</p>
          </li>
        ))}
      </ul>
    </details>
  );
}
