import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from "@simplewebauthn/browser";
import { ApiError } from "../../lib/api_error.ts";

/** What a browser says about a passkey, in JSON. */
export type PasskeyResponse = object;

/** Whether this browser knows passkeys. */
export function knowsPasskeys(): boolean {
  return browserSupportsWebAuthn();
}

/** Lets the browser make a passkey. Rejects when the person, or the device, does not want to. */
export async function makePasskey(options: object): Promise<PasskeyResponse> {
  // The service's library wrote them: the contract knows no type of it.
  return await startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON });
}

/** Lets a passkey sign. Rejects when the person, or the device, does not want to. */
export async function signWithPasskey(options: object): Promise<PasskeyResponse> {
  return await startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON });
}

/** What a passkey is asked where a log-in was refused for want of a second factor. */
export function passkeyIn(error: unknown): object | undefined {
  return error instanceof ApiError && error.failure.kind === "http" ? error.failure.problem?.passkey : undefined;
}
