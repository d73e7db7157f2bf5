import { readAdmins } from "../../../projections/admin/admins.ts";
import { streamsOf } from "../../store/streams.ts";
import { type PasskeyAdded, type SecondFactorEvent, secondFactorStream } from "./events.ts";
import {
  decideLink,
  decideNewCodes,
  decidePasskey,
  decidePasskeyRemoval,
  decideReset,
  decideUse,
  evolve,
  type LinkApp,
  type ResetFactor,
  type SecondFactor,
} from "./state.ts";

/** Second factors by the ids of their admins. */
export const secondFactors = streamsOf<string, SecondFactor | undefined, SecondFactorEvent>({
  log: "social",
  stream: secondFactorStream,
  initial: undefined,
  evolve,
});

const idOf = ({ userId }: { readonly userId: string }) => userId;

/** Links an authenticator app whose code was right. */
export const linkApp = secondFactors.handler("linkAuthenticatorApp", {
  id: idOf,
  decide: (factor, command: LinkApp) => decideLink(factor, command),
  result: () => undefined,
});

/** Replaces an admin's recovery codes. */
export const replaceRecoveryCodes = secondFactors.handler("replaceRecoveryCodes", {
  id: idOf,
  decide: (factor, command: Omit<LinkApp, "secret" | "replaces">) => decideNewCodes(factor, command),
  result: () => undefined,
});

/** Uses a recovery code; answers whether it is one that still worked. */
export const consumeRecoveryCode = secondFactors.handler("useRecoveryCode", {
  id: idOf,
  decide: (factor, command: { readonly userId: string; readonly recoveryCode: string }) => decideUse(factor, command),
  result: ({ events }) => ({ isUsed: events.length > 0 }),
});

/** Adds a passkey that has answered. */
export const keepPasskey = secondFactors.handler("addPasskey", {
  id: ({ userId }: PasskeyAdded["data"]) => userId,
  decide: (factor, command) => decidePasskey(factor, command),
  result: () => undefined,
});

/** Removes a passkey. */
export const dropPasskey = secondFactors.handler("removePasskey", {
  id: ({ userId }: { readonly userId: string; readonly passkeyId: string }) => userId,
  decide: (factor, command) => decidePasskeyRemoval(factor, command),
  result: () => undefined,
});

/** Unlinks another admin's app. */
export const resetSecondFactor = secondFactors.handler("resetSecondFactor", {
  id: idOf,
  beside: async (tx) => new Map((await readAdmins(tx)).map((admin) => [admin.userId, admin])),
  decide: (factor, command: ResetFactor, { beside }) =>
    decideReset(factor, command, { admin: beside.get(command.userId), resetter: beside.get(command.by) }),
  result: () => undefined,
});
