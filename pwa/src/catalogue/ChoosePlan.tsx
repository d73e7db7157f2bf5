import { payPerView } from "@contract/calls/subscriptions.ts";
import { ask } from "../lib/ask.ts";
import { newId } from "@contract/ids.ts";
import { formatNaira, formatTokens, tokensOf } from "@contract/money.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { freePlaysQuery, policiesQuery } from "../data/listening.ts";
import { failureText } from "../lib/api_error.ts";
import { formatTokens as tokensText, plural } from "../lib/format.ts";
import { Button } from "../ui/Button.tsx";
import { ButtonLink } from "../ui/ButtonLink.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { toast } from "../ui/toast.ts";

interface ChoosePlanProps {
  /** Why there is something to choose. */
  text: string;
  /** Free plays that are left today: as long as there are any, one more would be a token for nothing. */
  playsLeft?: number;
  onClose(): void;
  /** One more play was paid for. */
  onExtraPlay(): void;
}

/** The two ways on for a listener: one more play for tokens, or Premium. */
export function ChoosePlan({ text, playsLeft = 0, onClose, onExtraPlay }: ChoosePlanProps) {
  const { data } = useQuery(policiesQuery);
  const { premiumMonthKobo, extraPlayUnits } = data?.current ?? {};
  const extra = useExtraPlay(onExtraPlay);
  return (
    <Dialog open title="Choose a Plan" description={text} onClose={onClose}>
      <Plan
        name="Premium"
        price={premiumMonthKobo === undefined ? "" : `${formatNaira(premiumMonthKobo)} a month`}
        text="As many plays as you like, without ads, in high quality."
        action={<ButtonLink to="/subscriptions">Subscribe Monthly</ButtonLink>}
      />
      <Plan
        name="Pay Per View"
        price={extraPlayUnits === undefined
          ? ""
          : `${formatTokens(extraPlayUnits)} ${tokenWord(extraPlayUnits)} (${formatNaira(extraPlayUnits)})`}
        text={playsLeft > 0
          ? `One more play today. You do not need it yet: ${plural(playsLeft, "free play")} left.`
          : "One more play today, paid with your tokens."}
        action={
          <>
            <Button
              variant="quiet"
              busy={extra.isPending}
              busyLabel="Processing..."
              disabled={playsLeft > 0 || extraPlayUnits === undefined}
              onClick={extra.buy}
            >
              Pay Per View
            </Button>
            {extra.failure && <p role="alert" className="mt-2 text-sm font-medium text-danger">{extra.failure}</p>}
          </>
        }
      />
    </Dialog>
  );
}

/** One press is one play: without an answer the next press asks for the same one. */
function useExtraPlay(onBought: () => void) {
  const client = useQueryClient();
  const [key] = useState(() => newId());
  const { isPending, isError, error, mutate } = useMutation({
    mutationFn: () => ask(payPerView, { headers: { "idempotency-key": key } }),
    onSuccess: ({ tokens }) => {
      void toast(`One more play for ${tokensText(tokens)} tokens.`, "success");
      void client.invalidateQueries({ queryKey: freePlaysQuery.queryKey });
      void client.invalidateQueries({ queryKey: ["wallet"] });
      onBought();
    },
  });
  const failure = isError
    ? failureText(
      error,
      "You could not pay for this play. We did not take any tokens.",
      "No answer from Orin. Please try again.",
    )
    : undefined;
  return { isPending, failure, buy: () => mutate() };
}

function tokenWord(units: number): string {
  return tokensOf(units) === 1 ? "token" : "tokens";
}

interface PlanProps {
  name: string;
  price: string;
  text: string;
  action: ReactNode;
}

function Plan({ name, price, text, action }: PlanProps) {
  return (
    <section className="flex flex-col gap-1 rounded-lg border border-line bg-surface p-4">
      <h3 className="flex flex-wrap items-baseline justify-between gap-x-3 text-lg">
        {name}
        <span className="text-sm font-semibold text-accent">{price}</span>
      </h3>
      <p className="text-sm text-ink-soft">{text}</p>
      <div className="pt-2">{action}</div>
    </section>
  );
}
