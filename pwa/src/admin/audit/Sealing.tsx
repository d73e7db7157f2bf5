import type { AuditEvent } from "@contract/audit.ts";

/** Whether the chain holds the event, in words and not by colour alone. */
export function Sealing({ event: { block, isSealed } }: { event: AuditEvent }) {
  if (block === undefined) return <span className="text-ink-soft">not sealed yet</span>;
  if (!isSealed) return <strong className="text-danger">differs from block {block}</strong>;
  return <span className="text-success">sealed in block {block}</span>;
}
