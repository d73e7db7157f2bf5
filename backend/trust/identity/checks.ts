import { identityNumberOwners } from "../../../projections/accounts/identities.ts";
import { streamsOf } from "../../store/streams.ts";
import {
  type IdentityCheckFailed,
  type IdentityCheckRef,
  type IdentityCheckStarted,
  type IdentityEvent,
  identityStream,
} from "./events.ts";
import {
  evolve,
  failCheck as decideFailure,
  type Identity,
  NO_IDENTITY,
  type NumberOwner,
  proveIdentity as decideProof,
  startCheck as decideStart,
  submitCheck as decideSubmission,
  waitingCheck,
} from "./state.ts";

export const identities = streamsOf<string, Identity, IdentityEvent>({
  log: "social",
  stream: identityStream,
  initial: NO_IDENTITY,
  evolve,
});

/** Starts a check: answers the one that is under way, and whether this command began it. */
export const startCheck = identities.handler("startIdentityCheck", {
  id: ({ userId }: IdentityCheckStarted["data"]) => userId,
  beside: (tx, commands) => identityNumberOwners(tx, commands.map(({ numberHash }) => numberHash)),
  decide(identity, command, { beside, now }) {
    return decideStart(identity, command, { owner: beside.get(command.numberHash), now });
  },
  result: ({ events, after }) => ({ isNew: events.length > 0, checkId: waitingCheck(after)?.checkId ?? "" }),
});

/** Notes under which customer the provider knows a check. */
export const submitCheck = identities.handler("submitIdentityCheck", {
  id: ({ userId }: IdentityCheckRef & { readonly customerCode: string }) => userId,
  decide: decideSubmission,
  result: ({ events }) => ({ isNew: events.length > 0 }),
});

/** Ends a check well, for one account a BVN. */
export const proveIdentity = identities.handler("proveIdentity", {
  id: ({ userId }: IdentityCheckRef & { readonly numberHash: string }) => userId,
  beside: (tx, commands) => identityNumberOwners(tx, commands.map(({ numberHash }) => numberHash)),
  decide(identity, command, { beside, streams }) {
    // What this group has just proven for others is in no table yet.
    const decided = streams.changes().flatMap(({ after }) => after === identity ? [] : after.checks)
      .filter(({ status }) => status === "proven").map(({ numberHash }) => numberHash);
    const ownerOf = (hash: string): NumberOwner => beside.get(hash) ?? (decided.includes(hash) ? "another" : undefined);
    return decideProof(identity, command, ownerOf);
  },
  result: ({ after, command }) => ({ isProven: after.provenBy === command.checkId }),
});

/** Ends a check that did not succeed. */
export const failCheck = identities.handler("failIdentityCheck", {
  id: ({ userId }: IdentityCheckFailed["data"]) => userId,
  decide: decideFailure,
  result: ({ events }) => ({ changed: events.length > 0 }),
});
