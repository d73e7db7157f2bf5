import { failureText } from "../lib/api_error.ts";
import { useOnline } from "../lib/connection.ts";
import { loginPath } from "../lib/session.ts";
import type { usePaymentReturn } from "../lib/use_payment_return.ts";
import { Banner } from "../ui/Banner.tsx";
import { Button } from "../ui/Button.tsx";
import { ButtonLink } from "../ui/ButtonLink.tsx";
import { Spinner } from "../ui/Spinner.tsx";
import type { useCancelSubscription, useSubscription } from "./api.ts";
import type { useCheckout } from "./use_checkout.ts";

interface MessagesProps {
  query: ReturnType<typeof useSubscription>;
  payment: ReturnType<typeof usePaymentReturn>;
  cancel: ReturnType<typeof useCancelSubscription>;
  checkout: ReturnType<typeof useCheckout>;
}

const CANCELLED = "Subscription canceled successfully. You will have access until the end of your billing period.";

/** What goes on, what went wrong, and what went well. */
export function Messages({ query, payment, cancel, checkout }: MessagesProps) {
  const isOnline = useOnline();
  const failed = [query, checkout.profile].filter(({ isError, data }) => isError && !data);
  return (
    <>
      {(query.isLoading || payment.isPending) && (
        <p role="status" className="flex items-center gap-3 rounded-lg bg-info-soft px-4 py-3 text-sm">
          <Spinner />
          Processing your request...
        </p>
      )}
      {query.isError && !query.data && !isOnline && (
        <Banner tone="offline">You are offline. Your plan shows once you are connected.</Banner>
      )}
      {failed.length > 0 && isOnline && (
        <Banner
          tone="error"
          action={
            <Again
              busy={failed.some(({ isFetching }) => isFetching)}
              onPress={() => failed.forEach(({ refetch }) => void refetch())}
            />
          }
        >
          Failed to load user data
        </Banner>
      )}
      {payment.needsLogIn && (
        <Banner tone="info" action={<ButtonLink size="small" to={loginPath()}>Log in</ButtonLink>}>
          Log in to finish your payment. Nothing gets lost.
        </Banner>
      )}
      {payment.isError && (
        <Banner tone="error" action={<Again busy={payment.isPending} onPress={payment.verify} />}>
          {failureText(payment.error, "Failed to verify payment")}
        </Banner>
      )}
      {payment.isSuccess && <Banner tone="success">Subscription activated successfully!</Banner>}
      {cancel.isSuccess && <Banner tone="success">{CANCELLED}</Banner>}
      {checkout.failure && <Banner tone="error">{checkout.failure}</Banner>}
    </>
  );
}

function Again({ busy, onPress }: { busy: boolean; onPress(): void }) {
  return <Button variant="quiet" size="small" busy={busy} onClick={onPress}>Try Again</Button>;
}
