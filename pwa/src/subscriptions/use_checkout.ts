import { useEffect, useState } from "react";
import { useProfile } from "../data/account.ts";
import { failureText } from "../lib/api_error.ts";
import { useInitializePayment } from "./api.ts";

/** Opens the provider's checkout for a month of Premium. Busy from the press until the page is left. */
export function useCheckout(priceKobo: number | undefined) {
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
