import { failureText, isTemporary } from "../lib/api_error.ts";
import { usePaymentReturn } from "../lib/use_payment_return.ts";
import { Banner } from "../ui/Banner.tsx";
import { Button } from "../ui/Button.tsx";
import { ButtonLink } from "../ui/ButtonLink.tsx";
import { Spinner } from "../ui/Spinner.tsx";
import { useVerifyGift } from "./api.ts";

/** The result of the payment a giver returns from; nothing on an ordinary visit. */
export function GiftReturn({ artistId }: { artistId: string }) {
  const payment = usePaymentReturn(useVerifyGift());
  if (payment.isPending) {
    return (
      <p role="status" className="flex items-center gap-3 rounded-lg bg-info-soft px-4 py-3 text-sm">
        <Spinner />
        Checking your payment...
      </p>
    );
  }
  if (payment.isSuccess) {
    return (
      <Banner
        tone="success"
        action={<ButtonLink variant="quiet" size="small" to={`/artists/${artistId}`}>Back to the artist</ButtonLink>}
      >
        Your gift was sent. If the artist thanks you, you will see it in your gifts.
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
      {isTemporary(payment.error) && " If you have paid, your gift will arrive soon. Please do not pay again."}
    </Banner>
  );
}
