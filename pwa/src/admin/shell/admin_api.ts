import { api, type ApiOptions } from "../../lib/api.ts";
import { ApiError, hasCode } from "../../lib/api_error.ts";
import { fileNameOf, saveFile } from "../../lib/save_file.ts";
import { askNote } from "./note_asked.ts";
import { askPassword } from "./password_again.ts";
import { getAdminSession, renewAdminRole, reportRefusedAdmin } from "./session.ts";

/**
 * Calls the service as the admin and returns its answer. A 401 ends the session, which leads to `/admin`; where the
 * admin's role does not make the call, the role is asked for anew. Where the service wants the password again (`password_needed`) the dialog of the shell asks for it, and the call is made
 * once more; the same for the note of an auditor (`note_needed`). Throws only `ApiError`.
 */
export async function adminApi<T = unknown>(path: string, options: ApiOptions = {}): Promise<T> {
  return await asking(() => callAsAdmin<T>(path, options));
}

/** Saves the file that a call answers: a POST where it has a body, else a GET. It asks as `adminApi` does. */
export async function adminFile(path: string, body?: object): Promise<void> {
  await asking(async () => {
    const response = await fileAnswer(path, body);
    // It comes as it is made: what breaks on the way is no file.
    const file = await response.blob().catch((cause) => {
      throw new ApiError({ kind: "network" }, { cause });
    });
    saveFile(file, fileNameOf(response, "orin"));
  });
}

async function asking<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const ask = hasCode(error, "password_needed") ? askPassword : hasCode(error, "note_needed") ? askNote : undefined;
    if (!await ask?.()) throw error;
    return await call();
  }
}

/** The same call without the password dialog. */
export async function callAsAdmin<T = unknown>(path: string, options: ApiOptions = {}): Promise<T> {
  const userId = getAdminSession()?.userId ?? "";
  try {
    return await api<T>(path, { ...options, withToken: false });
  } catch (error) {
    heed(error, userId);
    throw error;
  }
}

async function fileAnswer(path: string, body: object | undefined): Promise<Response> {
  const userId = getAdminSession()?.userId ?? "";
  const json = { "content-type": "application/json" };
  const init = body === undefined ? {} : { method: "POST", headers: json, body: JSON.stringify(body) };
  const response = await fetch(path, init).catch((cause) => {
    throw new ApiError({ kind: "network" }, { cause });
  });
  if (response.ok) return response;
  const problem = await response.json().catch(() => undefined);
  const error = new ApiError({ kind: "http", status: response.status, ...(problem?.error && { problem }) });
  heed(error, userId);
  throw error;
}

/** What a refusal says of the admin's session: it is over, or its role is another one now. */
function heed(error: unknown, userId: string): void {
  if (error instanceof ApiError && error.status === 401) reportRefusedAdmin(userId);
  if (hasCode(error, "role_forbidden")) void renewAdminRole(userId);
}
