import { saveLyrics } from "@contract/calls/uploads.ts";
import { ask } from "../../lib/ask.ts";
import type { LyricsSource } from "@contract/lyrics.ts";
import type { ResumableUpload } from "@contract/uploads.ts";
import { actingHeaders } from "../../lib/acting.ts";
import { ApiError } from "../../lib/api_error.ts";
import { reportReached, reportUnreached } from "../../lib/connection.ts";
import { headersFor, type UploadTarget } from "../upload_target.ts";

/** For how long the service may wait for the check before it answers, seconds. */
const WAIT_S = 15;

/** How far an upload has come; waits a while for the service's check. Rejects with an ApiError. */
export async function askUpload(target: UploadTarget, url: string, signal: AbortSignal): Promise<ResumableUpload> {
  return JSON.parse(await call(target, { method: "GET", url: `${url}?wait=${WAIT_S}`, signal }));
}

/** Takes an upload back. What the service does not hear of, it gives up after some days. */
export async function takeBack(target: UploadTarget, url: string): Promise<void> {
  await call(target, { method: "DELETE", url }).catch(() => undefined);
}

const LYRICS_MS = 60_000;

/** Gives a song that was just sent its lyrics. Rejects with an ApiError. */
export async function giveLyrics(
  { trackId, lyrics: body }: { trackId: string; lyrics: LyricsSource },
  { target: { artistId }, signal }: { target: UploadTarget; signal: AbortSignal },
): Promise<void> {
  const headers = artistId === undefined ? {} : actingHeaders(artistId);
  await ask(saveLyrics, { trackId, body, headers, signal, timeoutMs: LYRICS_MS });
}

interface Call {
  method: "GET" | "DELETE";
  url: string;
  signal?: AbortSignal;
}

/** As the artist or, by its cookie, as the back office. */
async function call(target: UploadTarget, { method, url, signal }: Call): Promise<string> {
  const caller = target.caller();
  const headers = { "tus-resumable": "1.0.0", ...headersFor(target) };
  const answer = await fetch(url, { method, headers, ...(signal ? { signal } : {}) }).catch((error: unknown) => {
    if (signal?.aborted) throw new ApiError({ kind: "abort" });
    reportUnreached();
    throw new ApiError({ kind: "network" }, { cause: error });
  });
  reportReached();
  const text = await answer.text();
  if (answer.status === 401) caller?.refused();
  if (!answer.ok) throw refusalOf(answer.status, text);
  return text;
}

interface Said {
  message?: string;
  error?: string;
  code?: string;
}

/** The failure that an answer's status and text mean. */
export function refusalOf(status: number, text: string): ApiError {
  const { message = "", error = message, code = "" } = saidIn(text);
  const problem = error === "" ? {} : { problem: { error, message: error, code, requestId: "" } };
  return new ApiError({ kind: "http", status, ...problem });
}

function saidIn(text: string): Said {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === "object" && body !== null ? body : {};
  } catch {
    return {};
  }
}
