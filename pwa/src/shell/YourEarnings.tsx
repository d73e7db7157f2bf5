import { Earnings } from "../listening/Earnings.tsx";
import { CancelWithdrawal } from "../wallet/CancelWithdrawal.tsx";

/** `/earnings`, put together from listening and money. */
export function YourEarnings() {
  return <Earnings actions={<CancelWithdrawal />} />;
}
