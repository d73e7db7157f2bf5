import { PROVIDER_NAME } from "@contract/payments.ts";
import { useQuery } from "@tanstack/react-query";
import { ChevronRight, Gift } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router-dom";
import { policiesQuery } from "../data/listening.ts";
import { failureText } from "../lib/api_error.ts";
import { useOnline } from "../lib/connection.ts";
import { formatDate } from "../lib/format.ts";
import { useIsPremium, useOffersPremium } from "../lib/premium.ts";
import { loginPath, useSession } from "../lib/session.ts";
import { usePaymentReturn } from "../lib/use_payment_return.ts";
import { useSavedAt } from "../lib/use_saved_at.ts";
import { Banner } from "../ui/Banner.tsx";
import { Button } from "../ui/Button.tsx";
import { ButtonLink } from "../ui/ButtonLink.tsx";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { PageHeader } from "../ui/PageHeader.tsx";
import { SavedNote } from "../ui/SavedNote.tsx";
import { ActiveBox } from "./ActiveBox.tsx";
import { useCancelSubscription, useSubscription, useVerifyPayment } from "./api.ts";
import { Benefits } from "./Benefits.tsx";
import { Messages } from "./Messages.tsx";
import { PlanCard } from "./PlanCard.tsx";
import { Questions } from "./Questions.tsx";
import { useCheckout } from "./use_checkout.ts";
import { Worth } from "./Worth.tsx";

/** `/subscriptions`: Premium, and where the payment provider sends people back to. */
export function Subscriptions() {
  const query = useSubscription();
  const savedAt = useSavedAt(query);
  const policies = useQuery(policiesQuery);
  const subscription = query.data?.subscription;
  const priceKobo = subscription?.priceKobo ?? policies.data?.current.premiumMonthKobo;
  const payment = usePaymentReturn(useVerifyPayment());
  const checkout = useCheckout(priceKobo);
  const cancel = useCancelSubscription();
  const [isAsking, setAsking] = useState(false);
  const isActive = subscription?.isActive ?? false;
  const standing = useStanding(query);
  // What a member has is above the plan: until it is here, nothing is shown that it would push down.
  const isAwaited = standing === "member" && !query.data && !query.isError;
  const ask = () => setAsking(true);
  return (
    <>
      <PageHeader title="Choose Your Plan" subtitle={LINES[standing]} />
      <div className="flex flex-col gap-6">
        <Messages query={query} payment={payment} cancel={cancel} checkout={checkout} />
        {savedAt !== undefined && <SavedNote what="subscription" savedAt={savedAt} />}
        {isActive && subscription && <ActiveBox subscription={subscription} onCancel={ask} />}
        {isAwaited
          ? <div className="min-h-dvh" />
          : (
            <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)] lg:gap-12">
              <Plan
                priceKobo={priceKobo}
                canPay={standing === "free" || subscription?.isCancelled === true}
                canCancel={isActive}
                until={isActive ? subscription?.expiryDate ?? undefined : undefined}
                checkout={checkout}
                onCancel={ask}
              />
              <div className="flex flex-col gap-8">
                {isActive && <Benefits />}
                <GiveLink />
                <Questions isMember={standing !== "free"} />
              </div>
            </div>
          )}
        {isActive && <Worth />}
      </div>
      <ConfirmDialog
        open={isAsking}
        dangerous
        title="Cancel your subscription?"
        message="You keep Premium until the end of the time you paid for. We will not charge you again."
        confirmLabel="Cancel Subscription"
        cancelLabel="Keep Premium"
        busy={cancel.isPending}
        busyLabel="Cancelling..."
        error={cancel.isError ? failureText(cancel.error, "Failed to cancel subscription") : undefined}
        onConfirm={() => cancel.mutate(undefined, { onSuccess: () => setAsking(false) })}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}

/** The way to Premium for others: not a plan of its own, but the same one for another person. */
function GiveLink() {
  return (
    <Link
      to="/premium-gift"
      className="flex items-center gap-4 rounded-xl border border-line bg-surface p-4 transition-colors hover:border-line-strong"
    >
      <Gift aria-hidden="true" size={24} className="shrink-0 text-accent" />
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">Give Premium</span>
        <span className="block text-sm text-ink-soft">To a friend, or a family of up to five</span>
      </span>
      <ChevronRight aria-hidden="true" size={20} className="shrink-0 text-ink-soft" />
    </Link>
  );
}

/** Below the heading: members have unlocked it already. */
const LINES = {
  free: "Unlock the full potential of music with our premium plans",
  member: "You have Premium: every song without limits, without ads, and offline",
  unknown: undefined,
};

/** Whether this is a member, by the answer or, until it is there, by what was known before: members are sold nothing. */
function useStanding({ data, isError }: ReturnType<typeof useSubscription>): keyof typeof LINES {
  const isRemembered = useIsPremium();
  const isOffered = useOffersPremium();
  if (data ? data.subscription.isActive : isRemembered) return "member";
  return data || isOffered || isError ? "free" : "unknown";
}

interface PlanProps {
  priceKobo: number | undefined;
  canPay: boolean;
  canCancel: boolean;
  /** The end of what is paid for, of who has it: the next month would begin there. */
  until: string | undefined;
  checkout: ReturnType<typeof useCheckout>;
  onCancel(): void;
}

/** The plan with what can be done now: select it, pay for it, or give it up. */
function Plan({ priceKobo, canPay, canCancel, until, checkout, onCancel }: PlanProps) {
  const [isSelected, setSelected] = useState(false);
  const isOnline = useOnline();
  const session = useSession();
  if (!canPay) {
    return (
      <PlanCard priceKobo={priceKobo} isSelected>
        {until && (
          <div className="flex flex-col gap-2">
            <Button busy={checkout.isBusy} busyLabel="Processing..." disabled={!isOnline} onClick={checkout.pay}>
              Renew early
            </Button>
            <p className="text-sm text-ink-soft">
              {isOnline
                ? `The next month begins on ${formatDate(until)}, when this one ends: you lose no day.`
                : "You are offline. A payment needs a connection."}
            </p>
          </div>
        )}
        {canCancel && <Button variant="quiet" onClick={onCancel}>Cancel Subscription</Button>}
      </PlanCard>
    );
  }
  return (
    <PlanCard priceKobo={priceKobo} isSelected={isSelected} onSelect={() => setSelected(true)}>
      {isSelected && !isOnline && <Banner tone="offline">You are offline. A payment needs a connection.</Banner>}
      {isSelected && (session
        ? (
          <Button
            autoFocus
            size="large"
            busy={checkout.isBusy}
            busyLabel="Processing..."
            disabled={!isOnline}
            onClick={checkout.pay}
          >
            Pay with {PROVIDER_NAME}
          </Button>
        )
        : <ButtonLink autoFocus size="large" to={loginPath()}>Log in to subscribe</ButtonLink>)}
    </PlanCard>
  );
}
