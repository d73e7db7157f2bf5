import type { UploadAnswer } from "@contract/uploads.ts";
import { ApiError } from "../lib/api_error.ts";
import type { UploadTarget } from "./upload_target.ts";

interface Upload {
  audioFile: File;
  coverImage: File;
  /** The documented texts, and album and trackNumber. */
  texts: Readonly<Record<string, string>>;
  /** The same key is the same track, however often it is sent. */
  key: string;
}

interface SendOptions {
  target: UploadTarget;
  /** From 0 to 1: what has gone out. After that the service measures the recording. */
  onProgress(share: number): void;
  signal: AbortSignal;
}

/** Sends one recording. XMLHttpRequest, because fetch does not say how much has gone out. Rejects with an ApiError. */
export function sendUpload({ audioFile, coverImage, texts, key }: Upload, options: SendOptions): Promise<UploadAnswer> {
  const form = new FormData();
  for (const [name, text] of Object.entries(texts)) form.set(name, text);
  form.set("coverImage", coverImage);
  form.set("audioFile", audioFile);
  const { target } = options;
  const caller = target.caller();
  const request = new XMLHttpRequest();
  return new Promise((resolve, reject) => {
    const abort = () => request.abort();
    options.signal.addEventListener("abort", abort, { once: true });
    request.upload.onprogress = ({ loaded, total }) => options.onProgress(total > 0 ? loaded / total : 0);
    request.onabort = () => reject(new ApiError({ kind: "abort" }));
    request.onerror = () => reject(new ApiError({ kind: "network" }));
    request.onload = () => {
      if (request.status === 401) caller?.refused();
      const body = answerOf(request.responseText);
      if (request.status < 300 && body.trackId) {
        resolve({ success: true, message: body.message ?? "", trackId: body.trackId });
      } else reject(refusal(request.status, body));
    };
    request.open("POST", target.path);
    if (caller?.token) request.setRequestHeader("authorization", `Bearer ${caller.token}`);
    request.setRequestHeader("idempotency-key", key);
    request.send(form);
  });
}

interface Said {
  trackId?: string;
  message?: string;
  error?: string;
  code?: string;
}

function answerOf(text: string): Said {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === "object" && body !== null ? body : {};
  } catch {
    return {};
  }
}

function refusal(status: number, { message = "", error = message, code = "" }: Said): ApiError {
  const problem = error === "" ? {} : { problem: { error, message: error, code, requestId: "" } };
  return new ApiError({ kind: "http", status, ...problem });
}
