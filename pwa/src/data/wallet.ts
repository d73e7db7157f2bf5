import { sentGifts } from "@contract/calls/gifts.ts";
import { getBalance, getStatement, listBanks, listWithdrawals, withdrawalSummary } from "@contract/calls/wallet.ts";
import { ask } from "../lib/ask.ts";
import type { UserWithdrawal } from "@contract/wallet.ts";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useSession } from "../lib/session.ts";
import { STALE } from "./query_client.ts";

const WATCH_MS = 10_000;

/** What the user can withdraw, what is under way, and the smallest amount; all in tokens. */
export const walletSummaryQuery = queryOptions({
  queryKey: ["wallet", "summary"],
  queryFn: ({ signal }) => ask(withdrawalSummary, { signal }),
  staleTime: STALE.seconds,
});

/** The banks that money can be sent to. */
export const banksQuery = queryOptions({
  queryKey: ["wallet", "banks"],
  queryFn: async ({ signal }) => (await ask(listBanks, { signal })).banks,
  staleTime: STALE.hour,
});

/** The user's own withdrawals, newest first; asked for again while one of them is under way. */
const withdrawalsQuery = queryOptions({
  queryKey: ["wallet", "withdrawals"],
  queryFn: async ({ signal }) => (await ask(listWithdrawals, { signal })).withdrawals,
  staleTime: STALE.seconds,
  refetchInterval: ({ state }) => state.data?.some(isUnderWay) ? WATCH_MS : false,
});

/** The user's own gifts, newest first. */
const sentGiftsQuery = queryOptions({
  queryKey: ["wallet", "gifts"],
  queryFn: async ({ signal }) => (await ask(sentGifts, { signal })).gifts,
  staleTime: STALE.seconds,
});

/** A month's movements (YYYY-MM, in Lagos). */
export function statementQuery(month: string) {
  return queryOptions({
    queryKey: ["wallet", "statement", month],
    queryFn: ({ signal }) => ask(getStatement, { query: { month }, signal }),
    staleTime: STALE.seconds,
  });
}

/** The user's balance when a day ended in Lagos (YYYY-MM-DD); idle without a day. */
export function balanceOnQuery(day: string) {
  return queryOptions({
    queryKey: ["wallet", "balance", day],
    queryFn: ({ signal }) => ask(getBalance, { query: { at: day }, signal }),
    enabled: day !== "",
    staleTime: STALE.seconds,
  });
}

/** `walletSummaryQuery` in a component; idle for visitors. */
export function useWalletSummary() {
  return useQuery({ ...walletSummaryQuery, enabled: useSession() !== null });
}

/** `withdrawalsQuery` in a component; idle for visitors. */
export function useWithdrawals() {
  return useQuery({ ...withdrawalsQuery, enabled: useSession() !== null });
}

/** `sentGiftsQuery` in a component; idle for visitors. */
export function useSentGifts() {
  return useQuery({ ...sentGiftsQuery, enabled: useSession() !== null });
}

/** Returns what asks again for everything that a movement of money changes. */
export function useRefreshMoney() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ["wallet"], predicate: ({ queryKey }) => queryKey[1] !== "banks" });
}

/** Whether more can still happen to a withdrawal. */
export function isUnderWay({ status }: Pick<UserWithdrawal, "status">): boolean {
  return UNDER_WAY.has(status);
}

const UNDER_WAY: ReadonlySet<UserWithdrawal["status"]> = new Set([
  "pending_review",
  "awaiting_second_approval",
  "processing",
  "needs_otp",
  "uncertain",
]);
