import {
  changePassword,
  forgotPassword,
  logIn,
  resendOtp,
  resetPassword,
  signUp,
  verifyOtp,
} from "@contract/calls/accounts.ts";
import { ask } from "../lib/ask.ts";
import type { LoginRequest, SignupRequest } from "@contract/requests/accounts.ts";
import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { signUpProofOf } from "./verifying_email.ts";

interface ResetBody {
  email: string;
  otp: string;
  newPassword: string;
}

/** No call here sends a stored token, so an old session cannot block a new log-in. */
const withToken = false;

/** Logs in; the caller starts the session. */
export function useLogIn() {
  return useMutation({ mutationFn: (body: LoginRequest) => ask(logIn, { body, withToken }) });
}

/** A log-in with a password that another person gave, and the token that only changes it. */
export interface GivenLogIn extends LoginRequest {
  readonly token: string;
}

/** Changes the given password to the person's own, and logs in with that; the caller starts the session. */
export function useOwnPassword({ token, ...login }: GivenLogIn) {
  return useMutation({
    mutationFn: async (newPassword: string) => {
      const change = { currentPassword: login.password, newPassword };
      const headers = { authorization: `Bearer ${token}` };
      await ask(changePassword, { body: change, headers, withToken: false });
      return await ask(logIn, { body: { ...login, password: newPassword }, withToken });
    },
  });
}

/** A sign-up whose answer was lost is sent again under the same key and answers the same; other content has its own. */
export function useSignUp() {
  const last = useRef({ content: "", key: "" });
  return useMutation({
    mutationFn: (body: SignupRequest) => {
      const content = JSON.stringify(body);
      if (last.current.content !== content) last.current = { content, key: crypto.randomUUID() };
      const headers = { "idempotency-key": last.current.key };
      return ask(signUp, { body, headers, withToken });
    },
  });
}

/** Confirms an address with the code that was mailed to it; the browser that signed up gets a session with it. */
export function useVerifyOtp() {
  return useMutation({
    mutationFn: (body: { email: string; otp: string }) => {
      const signUpProof = signUpProofOf(body.email);
      return ask(verifyOtp, { body: { ...body, ...(signUpProof && { signUpProof }) }, withToken });
    },
  });
}

/** Asks for another code. */
export function useResendOtp() {
  return useMutation({ mutationFn: (email: string) => ask(resendOtp, { body: { email }, withToken }) });
}

/** Asks for a code to set a new password; the answer is the same for addresses without an account. */
export function useForgotPassword() {
  return useMutation({ mutationFn: (email: string) => ask(forgotPassword, { body: { email }, withToken }) });
}

/** Sets a new password with the mailed code. */
export function useResetPassword() {
  return useMutation({ mutationFn: (body: ResetBody) => ask(resetPassword, { body, withToken }) });
}
