import { DataStore, ERRORS, MemoryLocker, Server, Upload } from "@tus/server";
import type { Context } from "hono";
import type { Problem, ProblemCode } from "../contract/problem.ts";
import { requestIdOf } from "./request_id.ts";

/** A file that comes in pieces. */
interface TusFile {
  readonly fileBytes: number;
  readonly receivedBytes: number;
  /** Epoch ms. */
  readonly expiresAt: number;
}

/** Where the pieces go. What a method throws is answered like any other failure of a route. */
export interface TusFiles {
  /** Begins the file, or finds the one that was begun under this id. */
  create(
    id: string,
    said: { readonly fileBytes: number; readonly metadata: Readonly<Record<string, string>> },
  ): Promise<
    void
  >;
  /** Throws where the caller has no such file. */
  find(id: string): Promise<TusFile>;
  /**
   * Adds the bytes after `offset`, and answers how far the file has come; `undefined` where the file has another
   * length.
   */
  append(id: string, offset: number, body: AsyncIterable<Uint8Array>): Promise<number | undefined>;
  remove(id: string): Promise<void>;
}

/** A client that sends nothing for so long is gone. */
const STALLED_MS = 30_000;
/** How long a request that the client has given up may still store what it holds. */
const DRAIN_MS = 100;

/** Ends the request that a phone has lost, so that its next one need not wait. One process knows its own alone. */
export class TusLocks {
  readonly locker = new MemoryLocker({ acquireLockTimeout: 10_000 });
}

export const TUS_VERSION = "1.0.0";
export const TUS_EXTENSIONS = "creation,expiration,termination";

interface TusCall {
  readonly files: TusFiles;
  /** The id of a file that is begun, or the one of the path. */
  readonly id: string;
  readonly path: string;
  readonly maxBytes: number;
  readonly locks: TusLocks;
}

/**
 * Answers a request of the tus protocol (https://tus.io/protocols/resumable-upload): POST, HEAD, PATCH or DELETE. What
 * the files throw is thrown on; what the protocol refuses is answered as a Problem with its status.
 */
export async function answerTus(c: Context, { files, id, path, maxBytes, locks }: TusCall): Promise<Response> {
  let thrown: unknown;
  const server = new Server({
    path,
    datastore: new TusStore(files),
    locker: locks.locker,
    lockDrainTimeout: DRAIN_MS,
    maxSize: maxBytes,
    relativeLocation: true,
    // Another site's page has no business here.
    allowedOrigins: [],
    namingFunction: () => id,
    getFileIdFromRequest: () => id,
    onResponseError(_request, error) {
      // The protocol's own refusals are plain objects, or say their status; all else is the files' or a fault.
      if (!("status_code" in error)) thrown = error;
      return undefined;
    },
  });
  const answer = await server.handleWeb(withSteadyBody(c.req.raw));
  c.header("tus-resumable", TUS_VERSION);
  if (thrown !== undefined) throw thrown;
  const headers = new Headers(answer.headers);
  headers.delete("access-control-expose-headers");
  headers.set("cache-control", "no-store");
  if (answer.ok && (c.req.method === "POST" || c.req.method === "PATCH")) sayEnd(headers, await files.find(id));
  return answer.status < 400
    ? new Response(answer.body, { status: answer.status, headers })
    : refused(c, answer.status, { headers, maxBytes });
}

/** The library knows only its own clock. */
function sayEnd(headers: Headers, { fileBytes, receivedBytes, expiresAt }: TusFile): void {
  if (receivedBytes < fileBytes) headers.set("upload-expires", new Date(expiresAt).toUTCString());
}

const WORDS: Readonly<Record<number, readonly [ProblemCode, string]>> = {
  400: ["invalid_request", "This upload could not be read: please try again"],
  403: ["invalid_request", "This upload could not be read: please try again"],
  404: ["not_found", "Upload not found"],
  409: ["conflict", "The upload continues elsewhere in the file: please ask where"],
  412: ["invalid_request", `Send Tus-Resumable: ${TUS_VERSION}`],
  413: ["body_too_large", "This is more than you said the file has"],
  501: ["invalid_request", "Orin does not offer this part of the protocol"],
};
const UNKNOWN = ["overloaded", "Orin is busy: please try again soon"] as const;

function refused(c: Context, status: number, { headers, maxBytes }: { headers: Headers; maxBytes: number }): Response {
  const [code, known] = WORDS[status] ?? UNKNOWN;
  const isTooLarge = status === 413 && c.req.method === "POST";
  const words = isTooLarge ? `This file is too large: at most ${Math.floor(maxBytes / 1_048_576)} MB` : known;
  const problem: Problem = { error: words, message: words, code, requestId: requestIdOf(c) };
  headers.delete("content-length");
  headers.set("content-type", "application/json");
  if (status === 412) headers.set("tus-version", TUS_VERSION);
  return new Response(c.req.method === "HEAD" ? null : JSON.stringify(problem), { status, headers });
}

/**
 * The same request with a body that ends where the connection breaks or stalls, in place of failing there: what has
 * arrived until then is stored, and the client asks for its length when it comes back.
 */
function withSteadyBody(request: Request): Request {
  const { body, method, url, headers } = request;
  if (!body) return request;
  const reader = body.getReader();
  const steady = new ReadableStream<Uint8Array>({
    async pull(controller) {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const stalled = new Promise<undefined>((resolve) => timer = setTimeout(() => resolve(undefined), STALLED_MS));
      const piece = await Promise.race([reader.read(), stalled]).catch(() => undefined);
      clearTimeout(timer);
      if (piece?.value) return controller.enqueue(piece.value);
      reader.cancel().catch(() => {});
      controller.close();
    },
    cancel: () => reader.cancel().catch(() => {}),
  }, { highWaterMark: 0 });
  return new Request(url, { method, headers, body: steady });
}

class TusStore extends DataStore {
  override extensions = ["creation", "termination"];

  constructor(readonly files: TusFiles) {
    super();
  }

  override async create(upload: Upload): Promise<Upload> {
    const said = Object.entries(upload.metadata ?? {}).map(([name, value]) => [name, value ?? ""]);
    await this.files.create(upload.id, { fileBytes: upload.size ?? 0, metadata: Object.fromEntries(said) });
    return upload;
  }

  override async getUpload(id: string): Promise<Upload> {
    const { fileBytes, receivedBytes } = await this.files.find(id);
    return new Upload({ id, size: fileBytes, offset: receivedBytes });
  }

  override async write(body: AsyncIterable<Uint8Array>, id: string, offset: number): Promise<number> {
    const end = await this.files.append(id, offset, body);
    if (end === undefined) throw ERRORS.INVALID_OFFSET;
    return end;
  }

  override async remove(id: string): Promise<void> {
    await this.files.find(id);
    await this.files.remove(id);
  }
}
