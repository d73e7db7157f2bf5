import { newId } from "@contract/new_id.ts";
import { formatNaira, formatTokens } from "@contract/money.ts";
import type { PayPerViewAnswer } from "@contract/subscriptions.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { api } from "../lib/api.ts";
import { failureText } from "../lib/api_error.ts";
import { formatTokens as tokensText } from "../lib/format.ts";
import { usePolicies } from "../lib/policy.ts";
import { isNumber, shape } from "../lib/shape.ts";
import { Button } from "../ui/Button.tsx";
import { ButtonLink } from "../ui/ButtonLink.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { toast } from "../ui/toast.ts";

const extraPlay = shape<PayPerViewAnswer>({ tokens: isNumber, newBalance: isNumber });

export interface ChoosePlanProps {
  /** Why there is something to choose. */
  text: string;
  onClose(): void;
  /** One more play was paid for. */
  onExtraPlay(): void;
}

/** The two ways on for a listener: one more play for tokens, or Premium. */
export function ChoosePlan({ text, onClose, onExtraPlay }: ChoosePlanProps) {
  const { data } = usePolicies();
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
        price={extraPlayUnits === undefined ? "" : `${formatTokens(extraPlayUnits)} tokens a play`}
        text="One more play today, for tokens you have earned."
        action={
          <>
            <Button variant="quiet" busy={extra.isPending} busyLabel="Processing..." onClick={extra.buy}>
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
    mutationFn: () =>
      api("/api/v1/pay-per-view", { method: "POST", reader: extraPlay, headers: { "idempotency-key": key } }),
    onSuccess: ({ tokens, newBalance }) => {
      void toast(`One more play for ${tokensText(tokens)} tokens. New balance ${tokensText(newBalance)}.`, "success");
      void client.invalidateQueries({ queryKey: ["listening", "free-plays"] });
      void client.invalidateQueries({ queryKey: ["wallet"] });
      onBought();
    },
  });
  const failure = isError
    ? failureText(error, "The play could not be paid for. Nothing was taken.", "No answer came. Please try again.")
    : undefined;
  return { isPending, failure, buy: () => mutate() };
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
