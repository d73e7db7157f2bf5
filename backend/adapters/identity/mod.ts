import { GoogleIdentity } from "./google.ts";
import type { Identity, IdentityConfig } from "./types.ts";

/** Opens the issuer that the configuration names, if it names one. Nothing is asked before the first proof. */
export function createIdentity(config: IdentityConfig, now: () => number = Date.now): Identity | undefined {
  if (config.googleClientId === undefined) return undefined;
  return new GoogleIdentity({ clientId: config.googleClientId, issuer: config.googleIssuer, now });
}
