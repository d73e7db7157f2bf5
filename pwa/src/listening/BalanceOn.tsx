import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { balanceOnQuery } from "../data/wallet.ts";
import { formatDate } from "../lib/format.ts";
import { nairaOf, tokensWithNaira } from "../lib/naira.ts";
import { Card } from "../ui/Card.tsx";
import { TextField } from "../ui/TextField.tsx";

/** What someone had when a day was over, by the books alone. `since`: before that there was nothing. */
export function BalanceOn({ since }: { since: string | undefined }) {
  const [day, setDay] = useState("");
  const { data, isError, isFetching } = useQuery(balanceOnQuery(day));
  const days = { max: lagosDay(Date.now()), ...(since && { min: lagosDay(Date.parse(since)) }) };
  return (
    <Card>
      <h2 className="text-xl">Available Balance on a date</h2>
      <div className="mt-4 flex flex-wrap items-end gap-x-8 gap-y-4">
        <div className="w-44 max-w-full">
          <TextField
            {...days}
            label="Date"
            type="date"
            value={day}
            onChange={(event) => setDay(event.target.value)}
          />
        </div>
        <p role="status" className="min-h-11 text-sm text-ink-soft" aria-busy={isFetching || undefined}>
          {day !== "" && isError && "Failed to load your earnings data. Please try again later."}
          {day !== "" && !isError && data && (
            <>
              At the end of {formatDate(day)}:{" "}
              <strong className="text-lg text-ink">
                {tokensWithNaira(data.available)}
              </strong>
              {data.settling > 0 && (
                <>
                  , {nairaOf(data.settling)} settling
                </>
              )}
              {data.pending > 0 && (
                <>
                  {" "}and {nairaOf(data.pending)} held for withdrawal
                </>
              )}
            </>
          )}
        </p>
      </div>
    </Card>
  );
}

function lagosDay(epochMs: number): string {
  return new Date(epochMs + 3_600_000).toISOString().slice(0, 10);
}
