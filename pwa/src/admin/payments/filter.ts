import type { TeamAnswer } from "@contract/team.ts";
import type { FilterField } from "../parts/FilterForm.tsx";

/** What a list of payments is narrowed to, as the address holds it; empty where nothing was chosen. */
const FILTER_NAMES = ["min", "max", "from", "to", "decidedFrom", "decidedTo", "approver", "risk"] as const;
export type PaymentFilter = Readonly<Record<typeof FILTER_NAMES[number], string>>;

/** The fields of the filter; the admins who may have approved are those of the team. */
export function filterFields(approvers: TeamAnswer["members"]): readonly FilterField<keyof PaymentFilter>[] {
  const admins = approvers.map(({ userId, name }) => ({ value: userId, label: name }));
  const risks = [{ value: "medium", label: "Medium or high" }, { value: "high", label: "High" }];
  return [
    { name: "min", label: "At least (₦)", isNumber: true },
    { name: "max", label: "At most (₦)", isNumber: true },
    { name: "from", label: "Requested from" },
    { name: "to", label: "Requested until" },
    { name: "decidedFrom", label: "Decided from" },
    { name: "decidedTo", label: "Decided until" },
    { name: "approver", label: "Approved by", choice: { none: "Any admin", options: admins } },
    { name: "risk", label: "Risk, while they wait", choice: { none: "Any risk", options: risks } },
  ];
}

/** What is wrong with what was typed. */
export function wrongFilter({ min, max }: PaymentFilter): string | undefined {
  return [min, max].every((naira) => /^\d{0,10}$/.test(naira)) ? undefined : "Enter whole naira, such as 50000";
}

/** The filter of an address. */
export function filterIn(params: URLSearchParams): PaymentFilter {
  return Object.fromEntries(FILTER_NAMES.map((name) => [name, params.get(name) ?? ""])) as PaymentFilter;
}
