import {
  addPasskey,
  confirmApp,
  getSecondFactor,
  makeRecoveryCodes,
  passkeyOptions,
  removePasskey,
  resetSecondFactor,
  setUpApp,
} from "@contract/calls/admin_team.ts";
import { requestOf } from "../../lib/request_of.ts";
import { askAsAdmin } from "../shell/admin_api.ts";
import { useChange } from "../shell/queries.ts";
import type { RecoveryCodesAnswer } from "@contract/second_factor.ts";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";
import { makePasskey } from "./browser_passkey.ts";

/** How a call is made: by the back office's session, or by one that opens only the enrolment. */
export type Caller = typeof askAsAdmin;

/** Calls with the cookie of an admin for whom the back office is not open yet. */
export const askAsEnrolling: Caller = (call, ...[given]) => api(...requestOf(call, { ...given, withToken: false }));

const KEY = ["admin", "second-factor"];

/** The admin's own second factor. */
export function useOwnFactor(call: Caller = askAsAdmin, { enabled = true } = {}) {
  return useQuery({ queryKey: KEY, queryFn: ({ signal }) => call(getSecondFactor, { signal }), enabled });
}

/** A secret for the app, made once for each time that the screen opens. */
export function useSetup(call: Caller) {
  return useQuery(queryOptions({
    queryKey: [...KEY, "setup"],
    queryFn: () => call(setUpApp),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  }));
}

/** Links the app by its first code; answers the recovery codes. */
export function useLinkApp(call: Caller) {
  return useKept((body: { setup: string; code: string; currentCode?: string }) => call(confirmApp, { body }));
}

/** Replaces the recovery codes. */
export function useRenewCodes() {
  return useKept((body: { code: string }) => askAsAdmin(makeRecoveryCodes, { body }));
}

/** Makes a passkey, by a code. */
export function useAddPasskey() {
  return useChange(async ({ name, code }: { name: string; code: string }) => {
    const { options } = await askAsAdmin(passkeyOptions, { body: { code } });
    const response = await makePasskey(options);
    return await askAsAdmin(addPasskey, { body: { name, response } });
  }, { holds: KEY });
}

/** Removes a passkey, by a code. */
export function useRemovePasskey() {
  return useChange(
    ({ passkeyId, code }: { passkeyId: string; code: string }) =>
      askAsAdmin(removePasskey, { id: passkeyId, body: { code } }),
    { holds: KEY },
  );
}

/** Switches off the second factor of an admin who has lost it. */
export function useResetFactor(userId: string) {
  return useChange((body: { reason: string }) => askAsAdmin(resetSecondFactor, { id: userId, body }), {
    successRenews: [["admin", "team"]],
  });
}

/** A change of the own factor: the list of the team says so, too. The recovery codes stay with the screen. */
function useKept<Body>(change: (body: Body) => Promise<RecoveryCodesAnswer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: ({ recoveryCodes: _shownOnce, ...factor }) => {
      client.setQueryData(KEY, factor);
      return client.invalidateQueries({ queryKey: ["admin", "team"] });
    },
  });
}
