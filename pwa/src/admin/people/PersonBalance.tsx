import type { PersonPage } from "@contract/people.ts";
import { formatDateTime } from "../../lib/format.ts";
import { tokensWithNaira } from "../../lib/naira.ts";
import { TextField } from "../../ui/TextField.tsx";
import { Facts } from "../parts/Facts.tsx";
import { momentOf } from "../policy/policy_draft.ts";

/** What the person had at a moment, and the choice of the moment. */
export function PersonBalance(
  { balance: { at, available, settling, pending }, onMoment }: {
    balance: PersonPage["balance"];
    onMoment(at: string): void;
  },
) {
  return (
    <section aria-label="Balance" className="mb-4 grid items-end gap-4 lg:grid-cols-[16rem_1fr]">
      <TextField
        type="datetime-local"
        label="Balance at"
        hint="Empty for now"
        onChange={(event) => onMoment(momentOf(event.target.value) ?? "")}
      />
      <div className="pb-1">
        <p className="mb-2 text-xs text-ink-soft">At {formatDateTime(at)}</p>
        <Facts
          as="columns"
          facts={[
            ["Available", tokensWithNaira(available)],
            ["Settling", tokensWithNaira(settling)],
            ["Reserved for withdrawals", tokensWithNaira(pending)],
          ]}
        />
      </div>
    </section>
  );
}
