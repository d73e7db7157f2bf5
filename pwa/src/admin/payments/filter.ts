/** What a list of payments is narrowed to, as the address holds it; empty where nothing was chosen. */
export const FILTER_NAMES = ["min", "max", "from", "to", "decidedFrom", "decidedTo", "approver", "risk"] as const;
export type PaymentFilter = Readonly<Record<typeof FILTER_NAMES[number], string>>;

/** The filter of an address. */
export function filterIn(params: URLSearchParams): PaymentFilter {
  return Object.fromEntries(FILTER_NAMES.map((name) => [name, params.get(name) ?? ""])) as PaymentFilter;
}

/** What was chosen. */
export function chosenOf(filter: PaymentFilter): Record<string, string> {
  return Object.fromEntries(Object.entries(filter).filter(([, text]) => text !== ""));
}

/** Whether anything was chosen. */
export function isNarrow(filter: PaymentFilter): boolean {
  return Object.keys(chosenOf(filter)).length > 0;
}
