import { failureText, isTemporary } from "../lib/api_error.ts";
import { usePaymentReturn } from "../lib/use_payment_return.ts";
import { Banner } from "../ui/Banner.tsx";
import { Button } from "../ui/Button.tsx";
import { ButtonLink } from "../ui/ButtonLink.tsx";
import { Spinner } from "../ui/Spinner.tsx";
import { useVerifyGift } from "./api.ts";

/** What became of the payment that somebody comes back from; nothing where nobody does. */
export function GiftReturn({ artistId }: { artistId: string }) {
  const payment = usePaymentReturn(useVerifyGift());
  if (payment.isPending) {
    return (
      <p role="status" className="flex items-center gap-3 rounded-lg bg-info-soft px-4 py-3 text-sm">
        <Spinner />
        Looking for your payment...
      </p>
    );
  }
  if (payment.isSuccess) {
    return (
      <Banner
        tone="success"
        action={<ButtonLink variant="quiet" size="small" to={`/artists/${artistId}`}>Back to the artist</ButtonLink>}
      >
        Your gift was sent. When the artist says thank you, it shows in your gifts.
      </Banner>
    );
  }
  if (!payment.isError) return null;
  return (
    <Banner
      tone="error"
      action={<Button variant="quiet" size="small" onClick={payment.verify}>Try Again</Button>}
    >
      {failureText(payment.error, "Failed to verify payment")}
      {isTemporary(payment.error) && " If you have paid, your gift arrives by itself: there is no need to pay again."}
    </Banner>
  );
}
