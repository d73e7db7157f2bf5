import { LevelLine } from "../accounts/LevelLine.tsx";
import { Earnings } from "../listening/Earnings.tsx";
import { ButtonLink } from "../ui/ButtonLink.tsx";
import { CancelWithdrawal } from "../wallet/CancelWithdrawal.tsx";

/** `/earnings`, put together from listening and money. */
export function YourEarnings() {
  return (
    <Earnings
      level={<LevelLine />}
      actions={
        <>
          <ButtonLink variant="quiet" to="/gifts">Your gifts</ButtonLink>
          <CancelWithdrawal />
        </>
      }
    />
  );
}
