import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import type { BucketItem } from "minio";
import { checkKey, checkPrefix, checkPut, checkRange } from "./checks.ts";
import { contentTypeOf } from "./content_types.ts";
import {
  type ByteRange,
  type FileBody,
  type Files,
  FilesUnavailable,
  RangeNotSatisfiable,
  type StoredFile,
} from "./types.ts";
import { inParts, measured } from "./measured.ts";
import { type Bucket, isAnswer, openBucket, type S3Config } from "./s3_bucket.ts";
import { uploadParts, uploadWhole } from "./s3_upload.ts";

// What one upload holds in memory. S3 takes 10,000 parts of at least 5 MiB, so a file may have 80 GB.
const PART_BYTES = 8 * 1024 * 1024;

/** Files in a bucket of an S3 service, which is made when it is missing. */
export function createS3Files(config: S3Config): Files {
  const bucket = openBucket(config);
  return {
    async put(key, body, options) {
      checkPut(key, options);
      const { contentType } = options;
      const parts = inParts(measured(key, body, options), PART_BYTES);
      const first = await parts.next();
      if (first.done) throw new FilesUnavailable(`store "${key}"`, "the body has no part");
      if (first.value.byteLength < PART_BYTES) {
        await uploadWhole(bucket, { key, contentType, body: first.value });
      } else await uploadParts(bucket, { key, contentType, parts: prepend(first.value, parts) });
      const stored = await stat(bucket, key);
      if (!stored) throw new FilesUnavailable(`store "${key}"`, "it was removed meanwhile");
      return stored;
    },
    get: (key, range) => get(bucket, key, range),
    stat: (key) => stat(bucket, key),
    async delete(key) {
      checkKey(key);
      await bucket.call(`delete "${key}"`, (client) => unlessMissing(client.removeObject(bucket.name, key)));
    },
    list: (prefix) => list(bucket, prefix),
  };
}

async function get(bucket: Bucket, key: string, range?: ByteRange): Promise<FileBody | undefined> {
  checkKey(key);
  if (range) checkRange(key, range);
  const request = { method: "GET", bucketName: bucket.name, objectName: key, headers: rangeHeader(range) };
  const answer = await bucket.call(
    `open "${key}"`,
    (client) => unlessMissing(unlessOutside(client.makeRequestAsync(request, "", [200, 206]))),
  );
  if (answer !== "outside") return answer && bodyOf(key, answer);
  const stored = await stat(bucket, key);
  if (stored) throw new RangeNotSatisfiable(key, stored.bytes);
  return undefined;
}

async function stat(bucket: Bucket, key: string): Promise<StoredFile | undefined> {
  checkKey(key);
  const found = await bucket.call(`look up "${key}"`, (client) => unlessMissing(client.statObject(bucket.name, key)));
  return found &&
    { key, bytes: found.size, contentType: contentTypeOf(key), etag: found.etag, modifiedAt: found.lastModified };
}

async function* list(bucket: Bucket, prefix: string): AsyncGenerator<StoredFile> {
  checkPrefix(prefix);
  const what = `list "${prefix}"`;
  const stream = await bucket.call(what, (client) => Promise.resolve(client.listObjectsV2(bucket.name, prefix, true)));
  const items: AsyncIterable<BucketItem> = stream;
  try {
    for await (const { name, size, etag, lastModified } of items) {
      if (name) yield { key: name, bytes: size, contentType: contentTypeOf(name), etag, modifiedAt: lastModified };
    }
  } catch (error) {
    throw new FilesUnavailable(what, error);
  }
}

function rangeHeader(range?: ByteRange): Record<string, string> {
  return range ? { range: `bytes=${range.start}-${range.end ?? ""}` } : {};
}

function bodyOf(key: string, answer: IncomingMessage): FileBody {
  const { headers } = answer;
  const span = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headers["content-range"] ?? "");
  const bytes = Number(span?.[3] ?? headers["content-length"]);
  const file = {
    key,
    bytes,
    contentType: contentTypeOf(key),
    etag: (headers.etag ?? "").replaceAll('"', ""),
    modifiedAt: new Date(headers["last-modified"] ?? 0),
  };
  return { body: webStream(answer), file, start: Number(span?.[1] ?? 0), end: Number(span?.[2] ?? bytes - 1) };
}

/** Node types its web streams apart from the platform's, though they are the same at run time. */
function webStream(answer: IncomingMessage): ReadableStream<Uint8Array> {
  return Readable.toWeb(answer) as ReadableStream<Uint8Array>;
}

async function* prepend<T>(first: T, rest: AsyncGenerator<T>): AsyncGenerator<T> {
  try {
    yield first;
    yield* rest;
  } finally {
    await rest.return(undefined);
  }
}

async function unlessMissing<T>(promise: Promise<T>): Promise<T | undefined> {
  return await promise.catch((error) => {
    if (isAnswer(error, "NoSuchKey", "NotFound")) return undefined;
    throw error;
  });
}

async function unlessOutside<T>(promise: Promise<T>): Promise<T | "outside"> {
  return await promise.catch((error) => {
    if (isAnswer(error, "InvalidRange")) return "outside";
    throw error;
  });
}
