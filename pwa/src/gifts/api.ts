import type { CreatorProfile } from "@contract/catalogue.ts";
import type { SendGiftInput, SentGift } from "@contract/gifts.ts";
import type { WithdrawalSummary } from "@contract/wallet.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "../lib/api.ts";
import { STALE } from "../lib/query_client.ts";
import { useSession } from "../lib/session.ts";
import { isNumber, isText, shape } from "../lib/shape.ts";

const SENT = ["wallet", "gifts"] as const;
/** The payment provider may take its time. */
const PATIENT_MS = 30_000;

const artist = shape<CreatorProfile>({ _id: isText, tracks: Array.isArray });
const sent = shape<{ gifts: SentGift[] }>({ gifts: Array.isArray });
const summary = shape<WithdrawalSummary>({ availableBalance: isNumber });
const checkout = shape<{ data: { authorization_url: string } }>({
  data: (value) => typeof value === "object" && value !== null,
});

/** To whom the gift goes: the same answer as the artist's page has. */
export function useRecipient(artistId: string) {
  return useQuery({
    queryKey: ["catalogue", "artist", artistId],
    queryFn: ({ signal }) => api(`/api/auth/creators/${encodeURIComponent(artistId)}`, { signal, reader: artist }),
    staleTime: STALE.minute,
  });
}

/** Tokens that can be given. */
export function useBalance() {
  return useQuery({
    queryKey: ["wallet", "summary"],
    queryFn: ({ signal }) => api("/api/v1/withdrawal-summary", { signal, reader: summary }),
    enabled: useSession() !== null,
    staleTime: STALE.seconds,
  });
}

/** What the user gave, the newest first. */
export function useSentGifts() {
  return useQuery({
    queryKey: SENT,
    queryFn: async ({ signal }) => (await api("/api/v1/gifts/sent", { signal, reader: sent })).gifts,
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
      api("/api/v1/gifts", {
        method: "POST",
        body: { ...gift, method: "card" },
        reader: checkout,
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
