import { Banner } from "./Banner.tsx";
import { Button } from "./Button.tsx";

interface UnpaidCheckoutProps {
  busy: boolean;
  /** Why the last check failed. */
  failure: string | undefined;
  onCheck(): void;
  size?: "small";
  className?: string;
}

/** A checkout that was begun: it may have been paid although the payer did not come back from it. */
export function UnpaidCheckout({ busy, failure, onCheck, size, className = "" }: UnpaidCheckoutProps) {
  return (
    <div className={`flex flex-col items-start gap-3 ${className}`}>
      <p className="text-sm text-ink-soft">
        We have not received this payment yet. If you have paid, it will arrive soon.
      </p>
      <Button variant="quiet" {...size && { size }} busy={busy} onClick={onCheck}>Check the payment</Button>
      {failure !== undefined && <Banner tone="error">{failure}</Banner>}
    </div>
  );
}
