import { CircleAlert } from "lucide-react";

const ABOUT_PROVIDER = /Payment processing failed|balance|Error approving payment/i;

/** The documented notice beside a failed approval that the provider's balance may be the cause of. */
export function ProviderNotice({ message }: { message: string }) {
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
