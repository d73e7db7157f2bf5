import type { AdminPayment } from "@contract/wallet.ts";
import { formatDateTime } from "../../lib/format.ts";
import { Banner } from "../../ui/Banner.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { paymentFailure, useCaseFile } from "./api.ts";
import { CaseGifts } from "./CaseGifts.tsx";
import { CaseHistory } from "./CaseHistory.tsx";
import { CaseListening } from "./CaseListening.tsx";
import { CaseMoney } from "./CaseMoney.tsx";
import { CasePerson } from "./CasePerson.tsx";
import { RiskBox } from "./RiskBox.tsx";

/** The case file of a request: what speaks for and against paying it. Opening it is kept. */
export function CasePanel({ payment }: { payment: AdminPayment }) {
  const { data, error, isPending, isFetching, refetch } = useCaseFile(payment._id);
  if (isPending) return <Skeleton shape="text" count={5} label="Loading the case file..." />;
  if (!data) {
    const message = paymentFailure(error, "Failed to load the case file");
    return <ErrorState message={message} busy={isFetching} onRetry={() => void refetch()} />;
  }
  const { caseFile, hash } = data;
  return (
    <section
      aria-label={`Case file of ${payment.userId.username}`}
      className="flex animate-enter flex-col gap-6 rounded-lg border border-line bg-surface p-4 sm:p-5"
    >
      {caseFile.approvalsNeeded > 1 && caseFile.admins < 2 && (
        <Banner tone="info">
          This amount needs admins on two sides, but there is only one side. The operator names a second founding owner.
        </Banner>
      )}
      <RiskBox risk={caseFile.risk} />
      <CasePerson caseFile={caseFile} />
      <CaseMoney caseFile={caseFile} />
      {caseFile.gifts && <CaseGifts gifts={caseFile.gifts} />}
      <CaseListening listening={caseFile.listening} />
      <CaseHistory caseFile={caseFile} />
      <p className="text-xs text-ink-soft">
        Shown {formatDateTime(caseFile.shownAt)}. This version is stored with your decision:{" "}
        <code className="font-mono break-all" title="SHA-256 of this case file">{hash}</code>
      </p>
    </section>
  );
}
