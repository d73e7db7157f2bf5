import { ClosedLevel } from "../accounts/ClosedLevel.tsx";
import { EarningLine } from "../listening/EarningLine.tsx";
import { WithdrawTokens } from "../wallet/WithdrawTokens.tsx";

/** `/withdraw-tokens`, put together from money, what the account needs to be paid, and how far it is. */
export function WithdrawYourTokens() {
  return <WithdrawTokens level={<ClosedLevel />} goal={<EarningLine />} />;
}
