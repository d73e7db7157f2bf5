import { useEffect, useEffectEvent } from "react";
import { isUnderway, usePaymentOutcome, useRenewPayments } from "./api.ts";
import type { Outcome } from "./use_outcome.ts";

interface UnderwayProps {
  paymentId: string;
  onOutcome(outcome: Outcome, paymentId: string): void;
}

/** Shows nothing: asks what became of a payment that the provider had not confirmed, and tells it once. */
export function Underway({ paymentId, onOutcome }: UnderwayProps) {
  const { data } = usePaymentOutcome(paymentId);
  const renew = useRenewPayments();
  const tell = useEffectEvent((text: string, isFailure: boolean) => {
    onOutcome({ text, isFailure, isApproval: true }, paymentId);
    renew();
  });
  useEffect(() => {
    if (data && !isUnderway(data.status)) tell(data.message, data.status !== "completed");
  }, [data]);
  return null;
}
