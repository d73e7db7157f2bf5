import { beginUpload } from "@contract/calls/uploads.ts";
import { requestOf } from "../../lib/request_of.ts";
import { type DetailedError, Upload } from "tus-js-client";
import { ApiError } from "../../lib/api_error.ts";
import { reportReached, reportUnreached } from "../../lib/connection.ts";
import { headersFor, type UploadTarget } from "../upload_target.ts";
import { refusalOf } from "./upload_calls.ts";

interface SendFile {
  target: UploadTarget;
  /** The same key is the same upload, should its address be lost. */
  key: string;
  /** Where it goes on. */
  url: string | undefined;
  onUrl(url: string): void;
  onProgress(sentBytes: number): void;
  signal: AbortSignal;
}

/** A broken line costs less than a piece; a phone with a good line sends few of them. */
const PIECE_BYTES = 4 * 1_048_576;
/**
 * What was broken off is still being stored, or the service is busy. Where the service does not answer the caller waits
 * for a network.
 */
const AGAIN_AFTER_MS = [300, 1_000, 3_000];

/**
 * Sends a recording from where it broke off, by tus. Resolves when all of it has arrived, rejects with an ApiError; after
 * `signal` it rejects with `abort`, and what has arrived stays.
 */
export function sendFile(file: File, { target, key, url, signal, ...on }: SendFile): Promise<void> {
  const caller = target.caller();
  return new Promise((resolve, reject) => {
    const upload = new Upload(file, {
      endpoint: requestOf(beginUpload)[0],
      ...(url === undefined ? {} : { uploadUrl: url }),
      chunkSize: PIECE_BYTES,
      retryDelays: AGAIN_AFTER_MS,
      onShouldRetry: ({ originalResponse }) => [409, 423, 500, 503].includes(originalResponse?.getStatus() ?? 0),
      // Orin keeps the address itself, under the person it belongs to.
      storeFingerprintForResuming: false,
      metadata: { filename: file.name, filetype: file.type },
      headers: { "idempotency-key": key, ...headersFor(target) },
      onUploadUrlAvailable: () => upload.url && on.onUrl(upload.url),
      onProgress: on.onProgress,
      onSuccess: () => {
        reportReached();
        resolve();
      },
      onError: (error) => {
        const failure = failureOf(error);
        if (failure.status === 401) caller?.refused();
        reject(failure);
      },
    });
    signal.addEventListener("abort", () => {
      void upload.abort();
      reject(new ApiError({ kind: "abort" }));
    }, { once: true });
    if (signal.aborted) return reject(new ApiError({ kind: "abort" }));
    upload.start();
  });
}

function failureOf(error: Error | DetailedError): ApiError {
  const response = "originalResponse" in error ? error.originalResponse : null;
  if (!response || response.getStatus() === 0) {
    reportUnreached();
    return new ApiError({ kind: "network" });
  }
  return refusalOf(response.getStatus(), response.getBody());
}
