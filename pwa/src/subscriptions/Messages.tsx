import { failureText } from "../lib/api_error.ts";
import { useOnline } from "../lib/connection.ts";
import { loginPath } from "../lib/session.ts";
import type { usePaymentReturn } from "../lib/use_payment_return.ts";
import { Banner } from "../ui/Banner.tsx";
import { Button } from "../ui/Button.tsx";
import { ButtonLink } from "../ui/ButtonLink.tsx";
import { Spinner } from "../ui/Spinner.tsx";
import type { useCancelSubscription, useSubscription } from "./api.ts";

interface MessagesProps {
  query: ReturnType<typeof useSubscription>;
  payment: ReturnType<typeof usePaymentReturn>;
  cancel: ReturnType<typeof useCancelSubscription>;
  checkoutFailure: string | undefined;
}

const CANCELLED = "Subscription canceled successfully. You will have access until the end of your billing period.";

/** What goes on, what went wrong, and what went well. */
export function Messages({ query, payment, cancel, checkoutFailure }: MessagesProps) {
  const isOnline = useOnline();
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
      {query.isError && !query.data && isOnline && (
        <Banner
          tone="error"
          action={
            <Again
              busy={query.isFetching}
              onPress={() => void query.refetch()}
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
      {checkoutFailure && <Banner tone="error">{checkoutFailure}</Banner>}
    </>
  );
}

function Again({ busy, onPress }: { busy: boolean; onPress(): void }) {
  return <Button variant="quiet" size="small" busy={busy} onClick={onPress}>Try Again</Button>;
}
