import { signInWithGoogle } from "@contract/calls/accounts.ts";
import { ask } from "../lib/ask.ts";
import type { Role } from "@contract/accounts.ts";
import { useMutation } from "@tanstack/react-query";
import { claimsOf } from "./google_script.ts";

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
      ask(signInWithGoogle, { body: { ...claimsOf(proof.credential), ...proof }, withToken: false }),
  });
}
