import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { Gift } from "lucide-react";
import { useParams } from "react-router-dom";
import type { PremiumGifts } from "@contract/premium_gifts.ts";
import { premiumGiftsQuery } from "../../data/subscription.ts";
import { failureText } from "../../lib/api_error.ts";
import { useOnline } from "../../lib/connection.ts";
import { loginPath, signUpPath, useSession } from "../../lib/session.ts";
import { usePaymentReturn } from "../../lib/use_payment_return.ts";
import { BackLink } from "../../ui/BackLink.tsx";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { LoadState } from "../../ui/LoadState.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { ClaimPremium } from "./ClaimPremium.tsx";
import { GiveForm } from "./GiveForm.tsx";
import { GivenList } from "./GivenList.tsx";
import { useVerifyPremiumGift } from "./api.ts";

/** `/premium-gift`: Premium for others; with a link's token, what the link gives. */
export function PremiumGift() {
  const { token } = useParams();
  const session = useSession();
  if (token !== undefined) return <ClaimPremium key={token} token={token} />;
  if (session) return <GivePremium />;
  return (
    <EmptyState
      heading="h1"
      title="Give Premium"
      text="Pay a month for a friend, or for a family of up to five. Log in to begin."
      action={
        <div className="flex flex-wrap justify-center gap-3">
          <ButtonLink icon={<Gift size={18} />} to={loginPath()}>Log in</ButtonLink>
          <ButtonLink variant="quiet" to={signUpPath()}>Sign up</ButtonLink>
        </div>
      }
    />
  );
}

/** Premium for one to five others, and what became of what was given. */
function GivePremium() {
  const gifts = useQuery(premiumGiftsQuery);
  const payment = usePaymentReturn(useVerifyPremiumGift());
  return (
    <>
      <PageHeader
        title="Give Premium"
        subtitle="For a friend, or a family of up to five. Everyone listens with an account of their own."
        before={<BackLink to="/subscriptions">Back to Premium</BackLink>}
      />
      <div className="flex flex-col gap-6">
        {payment.isPending && (
          <p role="status" className="rounded-lg bg-info-soft px-4 py-3 text-sm">Processing your request...</p>
        )}
        {payment.isSuccess && (
          <Banner tone="success">
            Your gift is paid. We have mailed each of them a link; you can also share it yourself.
          </Banner>
        )}
        {payment.isError && (
          <Banner
            tone="error"
            action={<Button variant="quiet" size="small" onClick={payment.verify}>Try Again</Button>}
          >
            {failureText(payment.error, "Failed to verify payment")}
          </Banner>
        )}
        <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-2 lg:gap-12">
          {/* Who comes back from the checkout looks for the links. */}
          {payment.isSuccess && <Given gifts={gifts} />}
          <section aria-labelledby="who" className="flex flex-col gap-4">
            <div>
              <h2 id="who" className="text-xl">Who is it for?</h2>
              <p className="mt-1 text-sm text-ink-soft">
                We mail each person a link with your first name. It works once and does not expire; you pay once, and
                nothing renews.
              </p>
            </div>
            <GiveForm priceKobo={gifts.data?.priceKobo} />
          </section>
          {!payment.isSuccess && <Given gifts={gifts} />}
        </div>
      </div>
    </>
  );
}

function Given({ gifts }: { gifts: UseQueryResult<PremiumGifts> }) {
  const isOnline = useOnline();
  if (gifts.data?.gifts.length === 0) return null;
  return (
    <section aria-labelledby="given" className="flex flex-col gap-4">
      <h2 id="given" className="text-xl">Premium you gave</h2>
      {gifts.data
        ? <GivenList gifts={gifts.data.gifts} />
        : isOnline
        ? <LoadState query={gifts} count={2} label="Loading..." failure="Failed to load what you gave" />
        : <Banner tone="offline">You are offline. What you gave shows once you are connected.</Banner>}
    </section>
  );
}
