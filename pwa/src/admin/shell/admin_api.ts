import { api, type ApiOptions } from "../../lib/api.ts";
import { ApiError, hasCode } from "../../lib/api_error.ts";
import { askNote } from "./note_asked.ts";
import { askPassword } from "./password_again.ts";
import { getAdminSession, reportRefusedAdmin } from "./session.ts";

/**
 * Calls the service as the admin and returns its answer. A 401 ends the session, which leads to `/admin`. Where
 * the service wants the password again (`password_needed`) the dialog of the shell asks for it, and the call is made
 * once more; the same for the note of an auditor (`note_needed`). Throws only `ApiError`.
 */
export async function adminApi<T = unknown>(path: string, options: ApiOptions = {}): Promise<T> {
  try {
    return await callAsAdmin<T>(path, options);
  } catch (error) {
    const ask = hasCode(error, "password_needed") ? askPassword : hasCode(error, "note_needed") ? askNote : undefined;
    if (!await ask?.()) throw error;
    return await callAsAdmin<T>(path, options);
  }
}

/** The same call without the password dialog. */
export async function callAsAdmin<T = unknown>(path: string, options: ApiOptions = {}): Promise<T> {
  const userId = getAdminSession()?.userId ?? "";
  try {
    return await api<T>(path, { ...options, withToken: false });
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) reportRefusedAdmin(userId);
    throw error;
  }
}
