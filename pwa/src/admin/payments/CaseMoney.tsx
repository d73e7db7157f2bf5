import type { CaseFile } from "@contract/cases.ts";
import { formatFullCount } from "../../lib/format.ts";
import { nairaOf } from "../../lib/naira.ts";
import { DataTable } from "../parts/DataTable.tsx";

type Source = CaseFile["sources"][number];
const TOTAL = "total";

/** Where the tokens came from and went: the sum is what the user has. */
export function CaseMoney({ caseFile: { sources, balance, rewards } }: { caseFile: CaseFile }) {
  const { available, reserved, settling = 0 } = balance;
  const now = `In the balance now (${nairaOf(reserved)} reserved${
    settling > 0 ? `, ${nairaOf(settling)} settle` : ""
  })`;
  const areEqual = rewards.booked === rewards.fromPlays;
  return (
    <div>
      <h2 className="mb-3 text-lg">Where the tokens came from</h2>
      <div className="max-w-xl">
        <DataTable<Pick<Source, "label" | "tokens"> & { kind: string; count?: number }>
          label="Everything paid into and out of this balance"
          rows={[...sources, { kind: TOTAL, label: now, tokens: available + reserved + settling }]}
          keyOf={({ kind }) => kind}
          isTotal={({ kind }) => kind === TOTAL}
          columns={[
            { label: "Kind", wraps: true, cell: ({ label }) => label },
            {
              label: "Times",
              isFigure: true,
              onPhone: "named",
              cell: ({ count }) => count !== undefined && formatFullCount(count),
            },
            { label: "Amount", isFigure: true, onPhone: "end", cell: ({ tokens }) => nairaOf(tokens) },
          ]}
        />
      </div>
      {(rewards.booked > 0 || !areEqual) && (
        <p className="mt-2 text-sm text-ink-soft">
          {areEqual
            ? `The plays below add up to the ${nairaOf(rewards.booked)} of rewards in the ledger.`
            : `The ledger has ${nairaOf(rewards.booked)} of rewards, but the plays below add up to ${
              nairaOf(rewards.fromPlays)
            }.`}
        </p>
      )}
    </div>
  );
}
