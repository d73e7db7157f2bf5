import type { UploadAnswer } from "@contract/uploads.ts";
import { ApiError } from "../lib/api_error.ts";
import { reportReached, reportUnreached } from "../lib/connection.ts";
import { refusalOf } from "./uploads/upload_calls.ts";
import { headersFor, type UploadTarget } from "./upload_target.ts";

interface Finished {
  /** The documented texts, and album and trackNumber. */
  texts: Readonly<Record<string, string>>;
  /** Left out for a song of a release, which has its artwork. */
  cover?: File;
  /** Where the recording was sent in pieces. Sent twice it is one song. */
  uploadUrl: string;
}

/** Makes a song of a recording that has arrived, by the documented call. Rejects with an ApiError. */
export async function sendUpload(
  { texts, cover, uploadUrl }: Finished,
  { target, signal }: { target: UploadTarget; signal: AbortSignal },
): Promise<UploadAnswer> {
  const body = new FormData();
  for (const [name, text] of Object.entries(texts)) body.set(name, text);
  body.set("uploadId", uploadUrl.split("/").at(-1) ?? "");
  if (cover) body.set("coverImage", cover);
  const caller = target.caller();
  const headers = headersFor(target);
  const answer = await fetch(target.path, { method: "POST", headers, body, signal }).catch((error: unknown) => {
    if (signal.aborted) throw new ApiError({ kind: "abort" });
    reportUnreached();
    throw new ApiError({ kind: "network" }, { cause: error });
  });
  reportReached();
  if (answer.status === 401) caller?.refused();
  const text = await answer.text();
  if (!answer.ok) throw refusalOf(answer.status, text);
  return answerIn(text);
}

/** A hotspot's page is a success, too. */
function answerIn(text: string): UploadAnswer {
  try {
    const answer: UploadAnswer = JSON.parse(text);
    if (answer.trackId) return answer;
  } catch {
    // Below.
  }
  throw new ApiError({ kind: "parse" });
}
