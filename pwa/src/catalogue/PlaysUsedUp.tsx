import { formatNaira, formatTokens } from "@contract/money.ts";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { usePolicies } from "../lib/policy.ts";
import { loginPath, useSession } from "../lib/session.ts";
import { ButtonLink } from "../ui/ButtonLink.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { usePlaying } from "./playing.ts";

/** Opens when the service refuses a stream because today's free plays are used up, and shows the ways on. */
export function PlaysUsedUp() {
  const { errorCode } = usePlaying();
  const isUsedUp = errorCode === "free_plays_used_up";
  // What was refused before this screen came was said before.
  const wasUsedUp = useRef(isUsedUp);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (isUsedUp && !wasUsedUp.current) setOpen(true);
    wasUsedUp.current = isUsedUp;
  }, [isUsedUp]);
  const session = useSession();
  const close = () => setOpen(false);
  if (!isOpen) return null;
  return session ? <ChoosePlan onClose={close} /> : <CreateAccount onClose={close} />;
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
