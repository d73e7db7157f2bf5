import type { LoginAnswer, Role } from "@contract/accounts.ts";
import type { GoogleSignIn } from "@contract/google.ts";
import { useMutation, useQuery } from "@tanstack/react-query";
import { api } from "../lib/api.ts";
import { STALE } from "../lib/query_client.ts";
import { claimsOf } from "./google_script.ts";

/** How to sign in with Google, where that is possible. */
export function useGoogle(): GoogleSignIn | undefined {
  return useQuery({
    queryKey: ["google sign-in"],
    queryFn: ({ signal }) => api<GoogleSignIn>("/api/auth/google", { signal, withToken: false }),
    staleTime: STALE.hour,
  }).data;
}

export interface GoogleProof {
  credential: string;
  /** For someone new. */
  role?: Role | undefined;
  /** For an account that its owner has closed: opens it again. */
  reopen?: boolean;
  rememberMe: boolean;
}

/** Logs in or signs up with Google's credential. */
export function useGoogleAuth() {
  return useMutation({
    mutationFn: (proof: GoogleProof) =>
      api<LoginAnswer>("/api/auth/googleAuth", {
        method: "POST",
        body: { ...claimsOf(proof.credential), ...proof },
        withToken: false,
      }),
  });
}
