import { useQuery } from "@tanstack/react-query";
import { CalendarX2, ChevronRight, Crown, Gift, Headset, Rocket, Sparkles } from "lucide-react";
import { useEffect, useState } from "react";
import { Link } from "react-router-dom";
import { PROVIDER_NAME } from "@contract/payments.ts";
import type { SubscriptionHistory } from "@contract/subscriptions.ts";
import { useProfile } from "../data/account.ts";
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
import { Spinner } from "../ui/Spinner.tsx";
import { PlanCard } from "./PlanCard.tsx";
import { Worth } from "./Worth.tsx";
import { useCancelSubscription, useInitializePayment, useSubscription, useVerifyPayment } from "./api.ts";

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

interface ActiveBoxProps {
  subscription: SubscriptionHistory["subscription"];
  onCancel(): void;
}

/** That Premium is there, until when, and whether it was given up. */
function ActiveBox({ subscription: { expiryDate, isCancelled }, onCancel }: ActiveBoxProps) {
  const until = formatDate(expiryDate ?? "");
  const Icon = isCancelled ? CalendarX2 : Crown;
  return (
    <section aria-labelledby="yours">
      <h2 id="yours" className="mb-4 text-xl">Your Premium</h2>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-4 rounded-xl bg-dye p-5 text-on-dye sm:p-6">
        <Icon aria-hidden="true" size={32} className="shrink-0 text-(--marigold)" />
        <div className="min-w-0 flex-1 basis-56">
          <h3 className="text-xl">Active Subscription</h3>
          <p className="mt-1">
            {isCancelled ? `Cancelled, access until ${until}` : `Your premium subscription is active until ${until}.`}
          </p>
        </div>
        {!isCancelled && (
          <Button
            variant="quiet"
            className="border-on-dye! text-on-dye! hover:bg-on-dye/10!"
            onClick={onCancel}
          >
            Cancel Subscription
          </Button>
        )}
      </div>
    </section>
  );
}

const BENEFITS = [
  { Icon: Sparkles, text: "Unlimited access to all premium features" },
  { Icon: Headset, text: "Priority customer support" },
  { Icon: Rocket, text: "Early access to new features" },
];

/** What a subscriber has beside the plan's features. */
function Benefits() {
  return (
    <section aria-labelledby="benefits">
      <h2 id="benefits" className="mb-4 text-xl">Subscription Benefits</h2>
      <ul className="flex flex-col gap-3">
        {BENEFITS.map(({ Icon, text }) => (
          <li key={text} className="flex items-center gap-4 rounded-xl border border-line bg-surface p-4">
            <span className="grid size-11 shrink-0 place-items-center rounded-full bg-ink/8 text-accent">
              <Icon aria-hidden="true" size={20} />
            </span>
            {text}
          </li>
        ))}
      </ul>
    </section>
  );
}

const ANSWERS = [
  {
    question: "Does it renew by itself?",
    answer: "No. You pay for one month at a time, and we email you before it ends. We never charge you without asking.",
  },
  {
    question: "What if I pay again early?",
    answer: "The new month starts when the old one ends. You do not lose a day.",
  },
  {
    toMembers: false,
    question: "Do I earn more with Premium?",
    answer: "A minute earns the same for everyone. With Premium there is no limit on plays, so you can listen more.",
  },
];

/** What people ask before they pay, and of that what is of use after. */
function Questions({ isMember }: { isMember: boolean }) {
  const answers = ANSWERS.filter(({ toMembers = true }) => toMembers || !isMember);
  return (
    <section aria-labelledby="questions">
      <h2 id="questions" className="mb-4 text-xl">Good to know</h2>
      <dl className="flex flex-col gap-4">
        {answers.map(({ question, answer }) => (
          <div key={question}>
            <dt className="font-semibold">{question}</dt>
            <dd className="mt-1 text-sm text-ink-soft">{answer}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

interface MessagesProps {
  query: ReturnType<typeof useSubscription>;
  payment: ReturnType<typeof usePaymentReturn>;
  cancel: ReturnType<typeof useCancelSubscription>;
  checkout: ReturnType<typeof useCheckout>;
}

const CANCELLED = "Subscription canceled successfully. You will have access until the end of your billing period.";

/** What goes on, what went wrong, and what went well. */
function Messages({ query, payment, cancel, checkout }: MessagesProps) {
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

/** Opens the provider's checkout for a month of Premium. Busy from the press until the page is left. */
function useCheckout(priceKobo: number | undefined) {
  const profile = useProfile();
  const payment = useInitializePayment();
  const [lacksEmail, setLacksEmail] = useState(false);
  const [isPressed, setPressed] = useState(false);
  const { reset } = payment;
  // With the Back button the browser restores the page as it was: still busy.
  useEffect(() => {
    const restored = ({ persisted }: PageTransitionEvent) => persisted && reset();
    addEventListener("pageshow", restored);
    return () => removeEventListener("pageshow", restored);
  }, [reset]);

  const openCheckout = async () => {
    // Of a profile that is under way or has failed nothing is known yet, so it is waited for.
    const { email } = profile.data ?? (await profile.refetch({ cancelRefetch: false })).data ?? {};
    setLacksEmail(email === "");
    if (!email) return;
    const callbackUrl = `${location.origin}/subscriptions`;
    payment.mutate({ email, callbackUrl, ...(priceKobo !== undefined && { amount: priceKobo }) }, {
      onSuccess: ({ data }) => location.assign(data.authorization_url),
    });
  };
  const refused = payment.isError ? failureText(payment.error, "Failed to initialize payment") : undefined;
  const pay = () => {
    setPressed(true);
    void openCheckout();
  };
  return {
    pay,
    profile,
    isBusy: payment.isPending || payment.isSuccess || (isPressed && !profile.data && profile.isFetching),
    failure: lacksEmail ? "Email is required for payment" : refused,
  };
}
