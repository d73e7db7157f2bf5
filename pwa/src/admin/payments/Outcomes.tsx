import { CircleAlert } from "lucide-react";
import { useEffect, useEffectEvent } from "react";
import { Banner } from "../../ui/Banner.tsx";
import { isUnderway, usePaymentOutcome, useRenewPayments } from "./api.ts";
import type { Outcome } from "./use_outcome.ts";

/** What became of a decision; a failure, and what waits for the provider, stays until it is closed. */
export function Outcomes({ outcome, onClose }: { outcome: Outcome | undefined; onClose?(): void }) {
  if (!outcome) return null;
  const { text, isFailure, isApproval, isWaiting } = outcome;
  return (
    <div className="mb-4 flex flex-col gap-3">
      <Banner
        tone={isFailure ? "error" : isWaiting ? "info" : "success"}
        {...((isFailure || isWaiting) && onClose && { onClose })}
      >
        {text}
      </Banner>
      {isFailure && isApproval && <ProviderNotice message={text} />}
    </div>
  );
}

const ABOUT_PROVIDER = /Payment processing failed|balance|Error approving payment/i;

/** The documented notice beside a failed approval that the provider's balance may be the cause of. */
function ProviderNotice({ message }: { message: string }) {
  if (!ABOUT_PROVIDER.test(message)) return null;
  return (
    <section
      aria-label="Paystack Balance Error"
      className="flex gap-3 rounded-lg border border-accent bg-accent/12 px-4 py-3 text-sm text-ink"
    >
      <CircleAlert aria-hidden="true" size={20} className="shrink-0 text-accent" />
      <div>
        <h2 className="text-base font-bold text-accent">Paystack Balance Error</h2>
        <p>
          Insufficient Paystack balance. Please top up the Paystack account, then approve the request again: nothing was
          sent, and the tokens are still reserved.
        </p>
      </div>
    </section>
  );
}

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
