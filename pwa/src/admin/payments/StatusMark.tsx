import type { AdminPayment } from "@contract/wallet.ts";
import { classNames } from "../../ui/class_names.ts";
import { STATUS_WORDS } from "./words.ts";

const GOOD = new Set<AdminPayment["status"]>(["completed"]);
const BAD = new Set<AdminPayment["status"]>(["failed", "rejected", "reversed", "uncertain"]);

/** A payment's status in a word. */
export function StatusMark({ status }: { status: AdminPayment["status"] }) {
  const look = GOOD.has(status)
    ? "bg-success-soft text-success"
    : BAD.has(status)
    ? "bg-danger-soft text-danger"
    : "bg-info-soft text-info";
  return (
    <span className={classNames("inline-block rounded-full px-2.5 py-0.5 text-xs font-semibold", look)}>
      {STATUS_WORDS[status]}
    </span>
  );
}
