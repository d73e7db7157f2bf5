import { CloudUpload, TriangleAlert } from "lucide-react";
import { Link } from "react-router-dom";
import { appOutbox } from "../lib/app_outbox.ts";
import { formatDateTime, plural } from "../lib/format.ts";
import { loginPath } from "../lib/session.ts";
import { writeText } from "../lib/write_words.ts";
import type { OutboxSnapshot } from "../outbox/snapshot.ts";
import { Button } from "../ui/Button.tsx";
import { buttonClass } from "../ui/button_class.ts";

/** Follows, hearts, comments and playlist changes that are on this device only, and those that were refused. */
export function WaitingChanges({ outbox: { writes, refusedWrites } }: { outbox: OutboxSnapshot }) {
  const unsent = writes.filter(({ state }) => state !== "sending");
  return (
    <>
      {unsent.length > 0 && <Waiting writes={unsent} />}
      {refusedWrites.length > 0 && <Refused rows={refusedWrites} />}
    </>
  );
}

function Waiting({ writes }: { writes: OutboxSnapshot["writes"] }) {
  const isBlocked = writes.some(({ state }) => state === "blocked");
  return (
    <details className="rounded-xl border border-line bg-surface">
      <summary className="flex min-h-12 items-center gap-3 rounded-xl px-4 py-3 text-sm font-semibold">
        <CloudUpload aria-hidden="true" size={20} className="shrink-0 text-accent" />
        {plural(writes.length, "change")} waiting to be sent
      </summary>
      <ul className="flex flex-col gap-3 border-t border-line p-4 text-sm">
        {writes.map(({ id, write, about, createdAt }) => (
          <li key={id} className="wrap-anywhere">
            <span className="font-semibold">{writeText(write, about)}</span>{" "}
            <span className="text-ink-soft">{formatDateTime(createdAt)}</span>
          </li>
        ))}
        {isBlocked && (
          <li>
            <Link to={loginPath()} className={buttonClass("primary", "small")}>Log in to send them</Link>
          </li>
        )}
      </ul>
    </details>
  );
}

function Refused({ rows }: { rows: OutboxSnapshot["refusedWrites"] }) {
  const putAway = async () => {
    const { writes } = await appOutbox();
    for (const { id } of rows) await writes.forget(id);
  };
  return (
    <details open className="rounded-xl border border-line bg-surface">
      <summary className="flex min-h-12 items-center gap-3 rounded-xl px-4 py-3 text-sm font-semibold">
        <TriangleAlert aria-hidden="true" size={20} className="shrink-0 text-danger" />
        {plural(rows.length, "change")} not accepted
      </summary>
      <ul className="flex flex-col gap-3 border-t border-line p-4 text-sm">
        {rows.map(({ id, payload, about, createdAt, lastError }) => (
          <li key={id} className="wrap-anywhere">
            <span className="font-semibold">{writeText(payload, about)}</span>{" "}
            <span className="text-ink-soft">{formatDateTime(createdAt)}</span>
            <p className="text-ink-soft">{lastError}</p>
          </li>
        ))}
        <li>
          <Button variant="quiet" size="small" onClick={() => void putAway()}>Dismiss</Button>
        </li>
      </ul>
    </details>
  );
}
