import type { AnswerOf, Call, CallTypes } from "@contract/calls/call.ts";
import { api } from "../../lib/api.ts";
import { ApiError, hasCode } from "../../lib/api_error.ts";
import type { Given } from "../../lib/ask.ts";
import { requestOf } from "../../lib/request_of.ts";
import { fileNameOf, saveFile } from "../../lib/save_file.ts";
import { note, password } from "./asking.ts";
import { getAdminSession, renewAdminRole, reportRefusedAdmin } from "./session.ts";

/**
 * Makes a declared call as the admin. A 401 ends the session, which leads to `/admin`; where the admin's role does not
 * make the call, the role is asked for anew. Where the service wants the password again (`password_needed`) the dialog
 * of the shell asks for it, and the call is made once more; the same for the note of an auditor (`note_needed`). Throws
 * only `ApiError`.
 */
export async function askAsAdmin<Name extends string, Types extends CallTypes>(
  call: Call<Name, Types>,
  ...given: Given<Name, Types>
): Promise<AnswerOf<Types>> {
  return await asking(() => askOnceAsAdmin(call, ...given));
}

/** Saves the file that a declared call answers. It asks as `askAsAdmin` does. */
export async function adminFile<Name extends string, Types extends CallTypes>(
  call: Call<Name, Types>,
  ...[given]: Given<Name, Types>
): Promise<void> {
  const [path, { method = "GET", body }] = requestOf(call, given);
  await asking(async () => {
    const response = await fileAnswer(path, method, body);
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
    const ask = hasCode(error, "password_needed") ? password.ask : hasCode(error, "note_needed") ? note.ask : undefined;
    if (!await ask?.()) throw error;
    return await call();
  }
}

/** The same call without the password dialog. */
export async function askOnceAsAdmin<Name extends string, Types extends CallTypes>(
  call: Call<Name, Types>,
  ...[given]: Given<Name, Types>
): Promise<AnswerOf<Types>> {
  const userId = getAdminSession()?.userId ?? "";
  try {
    return await api(...requestOf(call, { ...given, withToken: false }));
  } catch (error) {
    heed(error, userId);
    throw error;
  }
}

async function fileAnswer(path: string, method: string, body: unknown): Promise<Response> {
  const userId = getAdminSession()?.userId ?? "";
  const json = { "content-type": "application/json" };
  const response = await fetch(path, {
    method,
    ...(body !== undefined && { headers: json, body: JSON.stringify(body) }),
  }).catch((cause) => {
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
