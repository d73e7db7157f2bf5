import type {
  PasskeyOptions,
  RecoveryCodesAnswer,
  SecondFactorAnswer,
  SecondFactorSetup,
} from "@contract/second_factor.ts";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, type ApiOptions } from "../../lib/api.ts";
import { adminApi } from "../shell/admin_api.ts";
import { makePasskey } from "./browser_passkey.ts";

/** How a call is made: by the back office's session, or by one that opens only the enrolment. */
export type Caller = <T>(path: string, options?: ApiOptions) => Promise<T>;

/** Calls with the cookie of an admin for whom the back office is not open yet. */
export const enrolmentApi: Caller = (path, options) => api(path, { ...options, withToken: false });

const PATH = "/api/v1/admin/second-factor";
const KEY = ["admin", "second-factor"];

/** The admin's own second factor. */
export function useOwnFactor(call: Caller = adminApi, { enabled = true } = {}) {
  return useQuery({ queryKey: KEY, queryFn: ({ signal }) => call<SecondFactorAnswer>(PATH, { signal }), enabled });
}

/** A secret for the app, made once for each time that the screen opens. */
export function useSetup(call: Caller) {
  return useQuery(queryOptions({
    queryKey: [...KEY, "setup"],
    queryFn: () => call<SecondFactorSetup>(`${PATH}/setup`, { method: "POST" }),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  }));
}

/** Links the app by its first code; answers the recovery codes. */
export function useLinkApp(call: Caller) {
  return useKept((body: { setup: string; code: string; currentCode?: string }) =>
    call<RecoveryCodesAnswer>(PATH, { method: "POST", body })
  );
}

/** Replaces the recovery codes. */
export function useRenewCodes() {
  return useKept((body: { code: string }) =>
    adminApi<RecoveryCodesAnswer>(`${PATH}/recovery-codes`, { method: "POST", body })
  );
}

/** Makes a passkey, by a code. */
export function useAddPasskey() {
  return useOwnChange(async ({ name, code }: { name: string; code: string }) => {
    const { options } = await adminApi<PasskeyOptions>(`${PATH}/passkeys/options`, { method: "POST", body: { code } });
    const response = await makePasskey(options);
    return await adminApi<SecondFactorAnswer>(`${PATH}/passkeys`, { method: "POST", body: { name, response } });
  });
}

/** Removes a passkey, by a code. */
export function useRemovePasskey() {
  return useOwnChange(({ passkeyId, code }: { passkeyId: string; code: string }) =>
    adminApi<SecondFactorAnswer>(`${PATH}/passkeys/${passkeyId}/remove`, { method: "POST", body: { code } })
  );
}

function useOwnChange<Body>(change: (body: Body) => Promise<SecondFactorAnswer>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: change, onSuccess: (factor) => client.setQueryData(KEY, factor) });
}

/** Switches off the second factor of an admin who has lost it. */
export function useResetFactor(userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { reason: string }) =>
      adminApi(`/api/v1/admin/team/${userId}/second-factor/reset`, { method: "POST", body }),
    onSuccess: () => client.invalidateQueries({ queryKey: ["admin", "team"] }),
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
