import { formatNaira, formatTokens } from "@contract/money.ts";
import type { ReactNode } from "react";
import { usePolicies } from "../lib/policy.ts";
import { loginPath, useSession } from "../lib/session.ts";
import { ButtonLink } from "../ui/ButtonLink.tsx";
import { Dialog } from "../ui/Dialog.tsx";

/** How to go on once the free plays are used up: the plans for listeners, an account for visitors. */
export function WaysOn({ onClose }: { onClose(): void }) {
  const session = useSession();
  return session ? <ChoosePlan onClose={onClose} /> : <CreateAccount onClose={onClose} />;
}

function CreateAccount({ onClose }: { onClose(): void }) {
  return (
    <Dialog
      open
      title="Create a free account to keep listening and earn"
      description="Today's free plays on this device are used up. With an account you get your own, and every minute you listen earns tokens."
      onClose={onClose}
      actions={
        <>
          <ButtonLink variant="quiet" to={loginPath()}>Log in</ButtonLink>
          <ButtonLink to="/signup">Sign up</ButtonLink>
        </>
      }
    />
  );
}

function ChoosePlan({ onClose }: { onClose(): void }) {
  const { data } = usePolicies();
  const { premiumMonthKobo, extraPlayUnits } = data?.current ?? {};
  return (
    <Dialog
      open
      title="Choose a Plan"
      description="Your free plays for today are used up. There are new ones tomorrow, or you go on now."
      onClose={onClose}
    >
      <Plan
        name="Premium"
        price={premiumMonthKobo === undefined ? "" : `${formatNaira(premiumMonthKobo)} a month`}
        text="As many plays as you like, without ads, in high quality."
        action={<ButtonLink to="/subscriptions">Subscribe Monthly</ButtonLink>}
      />
      <Plan
        name="Pay Per View"
        price={extraPlayUnits === undefined ? "" : `${formatTokens(extraPlayUnits)} tokens a play`}
        text="One more play for tokens you have earned. This way opens soon."
      />
    </Dialog>
  );
}

interface PlanProps {
  name: string;
  price: string;
  text: string;
  action?: ReactNode;
}

function Plan({ name, price, text, action }: PlanProps) {
  return (
    <section className="flex flex-col gap-1 rounded-lg border border-line bg-surface p-4">
      <h3 className="flex flex-wrap items-baseline justify-between gap-x-3 text-lg">
        {name}
        <span className="text-sm font-semibold text-accent">{price}</span>
      </h3>
      <p className="text-sm text-ink-soft">{text}</p>
      {action && <div className="pt-2">{action}</div>}
    </section>
  );
}
