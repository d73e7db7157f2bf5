import { lazy } from "react";
import { ClosedLevel } from "../accounts/ClosedLevel.tsx";
import { useWalletSummary } from "../data/wallet.ts";
import { Earnings } from "../listening/Earnings.tsx";
import { ButtonLink } from "../ui/ButtonLink.tsx";
import { Deferred } from "../ui/Deferred.tsx";
import { CancelWithdrawal } from "../wallet/CancelWithdrawal.tsx";

const Appeals = lazy(() => import("../appeals/Appeals.tsx").then((module) => ({ default: module.Appeals })));

/** `/earnings`, put together from listening and money. */
export function YourEarnings() {
  const { data } = useWalletSummary();
  return (
    <Earnings
      level={
        <>
          {data?.hasAppeals && (
            <Deferred>
              <Appeals />
            </Deferred>
          )}
          <ClosedLevel />
        </>
      }
      actions={
        <>
          <ButtonLink variant="quiet" to="/gifts">Your gifts</ButtonLink>
          <CancelWithdrawal />
        </>
      }
    />
  );
}
