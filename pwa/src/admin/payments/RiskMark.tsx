import type { PaymentRisk } from "@contract/admin_payments.ts";
import { Badge } from "../parts/Badge.tsx";
import { RISK_WORDS } from "./words.ts";

const TONES = { low: "good", medium: "notice", high: "bad" } as const;

/** The risk of a request as of now, in a row. */
export function RiskMark({ risk: { level, score } }: { risk: PaymentRisk }) {
  return <Badge tone={TONES[level]}>{RISK_WORDS[level]} {score}</Badge>;
}
