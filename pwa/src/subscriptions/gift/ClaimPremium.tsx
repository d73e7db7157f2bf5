import type { OfferedPremium } from "@contract/premium_gifts.ts";
import { PREMIUM_PLAN } from "../premium_plan.ts";
import { useQuery } from "@tanstack/react-query";
import { Check, Gift } from "lucide-react";
import { offeredPremiumQuery } from "../../data/subscription.ts";
import { ApiError } from "../../lib/api_error.ts";
import { useOnline } from "../../lib/connection.ts";
import { formatDate } from "../../lib/format.ts";
import { loginPath, signUpPath, useSession } from "../../lib/session.ts";
import { AdireCloth } from "../../ui/AdireCloth.tsx";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { FailureBanner } from "../../ui/FailureBanner.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { useClaimPremium } from "./api.ts";
import { monthsText } from "./gift_words.ts";

/** What a link of Premium gives, and the button that takes it. */
export function ClaimPremium({ token }: { token: string }) {
  const session = useSession();
  const { data, error, isError, isFetching, refetch } = useQuery(offeredPremiumQuery(token, session?.userId));
  const claim = useClaimPremium(token);
  if (claim.data) return <Taken until={claim.data.subscription.expiryDate} />;
  if (data?.status === "open") return <Offer offer={data} isLoggedIn={session !== null} claim={claim} />;
  if (data) return <Other status={data.status} />;
  if (error instanceof ApiError && error.status !== undefined && error.status < 500) {
    return (
      <EmptyState
        heading="h1"
        title="This link is not valid"
        text="Please ask who sent it for a new one. Links break when a part of them is missing."
        action={<ButtonLink to="/">Go to Discover</ButtonLink>}
      />
    );
  }
  return isError
    ? <ErrorState heading="h1" message="Failed to load your gift" busy={isFetching} onRetry={() => void refetch()} />
    : <Skeleton shape="fields" count={2} label="Unwrapping your gift..." />;
}

/** The main action's own colour is that of the cloth in the light theme. */
const ON_DYE = "bg-on-dye! text-dye! hover:bg-on-dye/90!";

interface OfferProps {
  offer: OfferedPremium;
  isLoggedIn: boolean;
  claim: ReturnType<typeof useClaimPremium>;
}

function Offer({ offer: { giver, months }, isLoggedIn, claim }: OfferProps) {
  const isOnline = useOnline();
  return (
    <section
      aria-labelledby="gift"
      className="relative isolate mx-auto mt-2 flex max-w-xl flex-col gap-6 overflow-hidden rounded-xl bg-dye p-6 text-on-dye sm:mt-8 sm:p-10"
    >
      <AdireCloth
        seed={giver ?? "premium"}
        className="-z-10 text-on-dye opacity-15 mask-[linear-gradient(to_bottom_left,black,transparent_60%)]"
      />
      <Gift aria-hidden="true" size={40} className="text-(--marigold)" />
      <div>
        <h1 id="gift" className="text-3xl">{monthsText(months)} of Premium for you</h1>
        <p className="mt-2 text-lg">
          {giver ? <bdi>{giver}</bdi> : "Someone"} has paid for it. You pay nothing, and nothing renews.
        </p>
      </div>
      <ul className="flex flex-col gap-2.5">
        {PREMIUM_PLAN.features.map((feature) => (
          <li key={feature} className="flex items-center gap-3">
            <Check aria-hidden="true" size={20} className="shrink-0 text-(--marigold)" />
            {feature}
          </li>
        ))}
      </ul>
      {!isOnline && <Banner tone="offline">You are offline. Your gift waits for you.</Banner>}
      <FailureBanner of={claim} text="Failed to take your gift" />
      {isLoggedIn
        ? (
          <Button
            size="large"
            className={ON_DYE}
            busy={claim.isPending}
            busyLabel="One moment..."
            disabled={!isOnline}
            onClick={() => claim.mutate()}
          >
            Take my gift
          </Button>
        )
        : (
          <div className="flex flex-col gap-3">
            <ButtonLink size="large" className={ON_DYE} to={loginPath()}>Log in to take it</ButtonLink>
            <ButtonLink
              size="large"
              variant="quiet"
              className="border-on-dye! text-on-dye! hover:bg-on-dye/10!"
              to={signUpPath()}
            >
              Sign up, it is free
            </ButtonLink>
          </div>
        )}
      <p className="text-sm">Do you have Premium already? Then these months begin when yours ends.</p>
    </section>
  );
}

function Taken({ until }: { until: string }) {
  return (
    <EmptyState
      heading="h1"
      title="Premium is yours"
      text={`Enjoy it: every song without limits, without ads, and offline, until ${formatDate(until)}.`}
      action={
        <div className="flex flex-wrap justify-center gap-3">
          <ButtonLink to="/">Start listening</ButtonLink>
          <ButtonLink variant="quiet" to="/subscriptions">Your Premium</ButtonLink>
        </div>
      }
    />
  );
}

const OTHERS = {
  yours: { title: "You have taken this gift", text: "Your Premium shows until when it lasts.", to: "Your Premium" },
  claimed: {
    title: "This gift is taken",
    text: "This link has already been used. It works once.",
    to: "See Premium",
  },
  unpaid: { title: "Almost there", text: "This gift is not paid yet. Please open the link again in a few minutes." },
  stopped: {
    title: "This gift is on hold",
    text: "Its payment was disputed or returned. The person who sent you the link sees why.",
  },
};

function Other({ status }: { status: Exclude<OfferedPremium["status"], "open"> }) {
  const { title, text, to = undefined } = { to: undefined, ...OTHERS[status] };
  return (
    <EmptyState
      heading="h1"
      title={title}
      text={text}
      action={to ? <ButtonLink to="/subscriptions">{to}</ButtonLink> : <ButtonLink to="/">Go to Discover</ButtonLink>}
    />
  );
}
