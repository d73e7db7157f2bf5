import type { CreatorProfile } from "@contract/catalogue.ts";
import type { SendGiftInput } from "@contract/requests/gifts.ts";
import type { SentGift } from "@contract/gifts.ts";
import type { WithdrawalSummary } from "@contract/wallet.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "../lib/api.ts";
import { STALE } from "../lib/query_client.ts";
import { useSession } from "../lib/session.ts";

const SENT = ["wallet", "gifts"] as const;
/** The payment provider may take its time. */
const PATIENT_MS = 30_000;

/** To whom the gift goes: the same answer as the artist's page has. */
export function useRecipient(artistId: string) {
  return useQuery({
    queryKey: ["catalogue", "artist", artistId],
    queryFn: ({ signal }) => api<CreatorProfile>(`/api/auth/creators/${encodeURIComponent(artistId)}`, { signal }),
    staleTime: STALE.minute,
  });
}

/** Tokens that can be given. */
export function useBalance() {
  return useQuery({
    queryKey: ["wallet", "summary"],
    queryFn: ({ signal }) => api<WithdrawalSummary>("/api/v1/withdrawal-summary", { signal }),
    enabled: useSession() !== null,
    staleTime: STALE.seconds,
  });
}

/** What the user gave, the newest first. */
export function useSentGifts() {
  return useQuery({
    queryKey: SENT,
    queryFn: async ({ signal }) => (await api<{ gifts: SentGift[] }>("/api/v1/gifts/sent", { signal })).gifts,
    enabled: useSession() !== null,
    staleTime: STALE.seconds,
  });
}

type Gift = Omit<SendGiftInput, "method" | "callbackUrl">;

/** Gives tokens. `key` makes the gift once, however often it is sent. */
export function useGiveTokens() {
  const refresh = useGiftsChanged();
  return useMutation({
    mutationFn: ({ key, ...gift }: Gift & { key: string }) =>
      api("/api/v1/gifts", {
        method: "POST",
        body: { ...gift, method: "tokens" },
        headers: { "idempotency-key": key },
      }),
    onSettled: refresh,
  });
}

/** Opens a checkout for a gift at the payment provider. */
export function useGiftCheckout() {
  return useMutation({
    mutationFn: (gift: Gift & { callbackUrl: string }) =>
      api<{ data: { authorization_url: string } }>("/api/v1/gifts", {
        method: "POST",
        body: { ...gift, method: "card" },
        timeoutMs: PATIENT_MS,
      }),
  });
}

/** Asks what became of a gift's payment. */
export function useVerifyGift() {
  const refresh = useGiftsChanged();
  return useMutation({
    mutationFn: (reference: string) =>
      api("/api/v1/gifts/verify", { method: "POST", body: { reference }, timeoutMs: PATIENT_MS }),
    onSettled: refresh,
  });
}

function useGiftsChanged() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ["wallet"], predicate: ({ queryKey }) => queryKey[1] !== "banks" });
}
