import { ClosedLevel } from "../accounts/ClosedLevel.tsx";
import { WithdrawTokens } from "../wallet/WithdrawTokens.tsx";

/** `/withdraw-tokens`, put together from money and what the account needs to be paid. */
export function WithdrawYourTokens() {
  return <WithdrawTokens level={<ClosedLevel />} />;
}
