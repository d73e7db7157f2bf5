import { useQuery } from "@tanstack/react-query";
import { Printer } from "lucide-react";
import { useProfile } from "../data/account.ts";
import { statementQuery } from "../data/wallet.ts";
import { useSavedAt } from "../lib/use_saved_at.ts";
import { BackLink } from "../ui/BackLink.tsx";
import { Button } from "../ui/Button.tsx";
import { ErrorState } from "../ui/ErrorState.tsx";
import { PageHeader } from "../ui/PageHeader.tsx";
import { SavedNote } from "../ui/SavedNote.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { BalanceOn } from "./BalanceOn.tsx";
import { monthName, MonthSelect, useMonth } from "./MonthSelect.tsx";
import { StatementSheet } from "./StatementSheet.tsx";
import { fullName } from "@contract/full_name.ts";

const FAILURE = "Failed to load your earnings data. Please try again later.";

/** `/statement?month=`: a month's movements that add up, for the screen and for paper; and what there was on a day. */
export function Statement() {
  const { data: profile } = useProfile();
  const chosen = useMonth();
  const { month } = chosen;
  const statement = useQuery(statementQuery(month));
  const savedAt = useSavedAt(statement);
  return (
    <>
      <PageHeader
        title="Statement"
        subtitle="What you started with, what came in and went out, and what is left."
        before={<BackLink to="/earnings">Back to Earnings</BackLink>}
      >
        <Button
          variant="quiet"
          icon={<Printer size={18} />}
          disabled={!statement.data}
          onClick={() => globalThis.print()}
        >
          Print
        </Button>
      </PageHeader>
      <div className="flex flex-col gap-8">
        <MonthSelect {...chosen} />
        <SavedNote what="statement" savedAt={savedAt} />
        {statement.data && (
          <StatementSheet
            statement={statement.data}
            month={monthName(month)}
            of={fullName(profile)}
          />
        )}
        {statement.isPending && <Skeleton shape="rows" label="Loading your statement..." />}
        {statement.isError && !statement.data && (
          <ErrorState
            message={FAILURE}
            busy={statement.isFetching}
            onRetry={() => void statement.refetch()}
          />
        )}
        <BalanceOn since={profile?.createdAt} />
      </div>
    </>
  );
}
