import { Gift } from "lucide-react";
import { useParams } from "react-router-dom";
import { loginPath, signUpPath, useSession } from "../../lib/session.ts";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ClaimPremium } from "./ClaimPremium.tsx";
import { GivePremium } from "./GivePremium.tsx";

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
