import type { PaymentRisk } from "@contract/admin_payments.ts";
import type { AdminPayment } from "@contract/wallet.ts";
import { Badge } from "../parts/Badge.tsx";
import { RISK_WORDS, STATUS_WORDS } from "./words.ts";

const BAD = new Set<AdminPayment["status"]>(["failed", "rejected", "reversed", "uncertain"]);

/** A payment's status in a word. */
export function StatusMark({ status }: { status: AdminPayment["status"] }) {
  const tone = status === "completed" ? "good" : BAD.has(status) ? "bad" : "notice";
  return <Badge tone={tone}>{STATUS_WORDS[status]}</Badge>;
}

/** How a risk looks. */
export const RISK_TONES = { low: "good", medium: "notice", high: "bad" } as const;

/** The risk of a request as of now. */
export function RiskMark({ risk: { level, score } }: { risk: PaymentRisk }) {
  return <Badge tone={RISK_TONES[level]}>{RISK_WORDS[level]} {score}</Badge>;
}
