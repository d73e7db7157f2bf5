import type { LoginAnswer, LoginRequest, MessageAnswer, SignupRequest } from "@contract/accounts.ts";
import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { api } from "../lib/api.ts";

export interface ResetBody {
  email: string;
  otp: string;
  newPassword: string;
}

/** The account calls. None sends a stored token: whoever logs in again is not held up by an old session. */
function post<Answer>(path: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
  return api<Answer>(path, { method: "POST", body, headers, withToken: false });
}

/** Logs in; the caller starts the session. */
export function useLogIn() {
  return useMutation({ mutationFn: (body: LoginRequest) => post<LoginAnswer>("/api/auth/login", body) });
}

/** A sign-up whose answer was lost is sent again under the same key and answers the same; other content has its own. */
export function useSignUp() {
  const last = useRef({ content: "", key: "" });
  return useMutation({
    mutationFn: (body: SignupRequest) => {
      const content = JSON.stringify(body);
      if (last.current.content !== content) last.current = { content, key: crypto.randomUUID() };
      return post<MessageAnswer>("/api/auth/signup", body, { "idempotency-key": last.current.key });
    },
  });
}

/** Confirms an address with the code that was mailed to it. */
export function useVerifyOtp() {
  return useMutation({
    mutationFn: (body: { email: string; otp: string }) => post<MessageAnswer>("/api/auth/verify-otp", body),
  });
}

/** Asks for another code. */
export function useResendOtp() {
  return useMutation({ mutationFn: (email: string) => post<MessageAnswer>("/api/auth/resend-otp", { email }) });
}

/** Asks for a code to set a new password; the answer is the same for addresses that nobody has. */
export function useForgotPassword() {
  return useMutation({ mutationFn: (email: string) => post<MessageAnswer>("/api/auth/forgot-password", { email }) });
}

/** Sets a new password with the mailed code. */
export function useResetPassword() {
  return useMutation({ mutationFn: (body: ResetBody) => post<MessageAnswer>("/api/auth/reset-password", body) });
}
