import { Buffer } from "node:buffer";
import type { Bucket } from "./s3_bucket.ts";

type Upload = { key: string; contentType: string };

/** Stores a body that fits into one request. */
export async function uploadWhole(
  bucket: Bucket,
  { key, contentType, body }: Upload & { body: Uint8Array },
): Promise<void> {
  const headers = { "content-type": contentType };
  const bytes = asBuffer(body);
  await bucket.call(`store "${key}"`, (client) => client.putObject(bucket.name, key, bytes, bytes.length, headers));
}

/**
 * Stores a body part by part; the key shows nothing before the last part is in. The library's own upload of a stream
 * resumes any unfinished upload of the same key, so two at a time would mix their parts.
 */
export async function uploadParts(
  bucket: Bucket,
  { key, contentType, parts }: Upload & { parts: AsyncIterable<Uint8Array> },
): Promise<void> {
  const what = `store "${key}"`;
  const name = bucket.name;
  const headers = { "content-type": contentType };
  const uploadId = await bucket.call(what, (client) => client.initiateNewMultipartUpload(name, key, headers));
  try {
    const uploaded: { part: number; etag: string }[] = [];
    for await (const bytes of parts) {
      const partNumber = uploaded.length + 1;
      const etag = await uploadPart(bucket, { key, uploadId, partNumber, bytes });
      uploaded.push({ part: partNumber, etag });
    }
    await bucket.call(what, (client) => client.completeMultipartUpload(name, key, uploadId, uploaded));
  } catch (error) {
    // Best effort: services also clear unfinished uploads by themselves after a day or by a rule of the bucket.
    await bucket.call(what, (client) => client.abortMultipartUpload(name, key, uploadId)).catch(() => {});
    throw error;
  }
}

type Part = { key: string; uploadId: string; partNumber: number; bytes: Uint8Array };

async function uploadPart(bucket: Bucket, { key, uploadId, partNumber, bytes }: Part): Promise<string> {
  const request = {
    method: "PUT",
    bucketName: bucket.name,
    objectName: key,
    query: `partNumber=${partNumber}&uploadId=${encodeURIComponent(uploadId)}`,
  };
  const answer = await bucket.call(
    `store part ${partNumber} of "${key}"`,
    (client) => client.makeRequestAsyncOmit(request, asBuffer(bytes), [200]),
  );
  return (answer.headers.etag ?? "").replaceAll('"', "");
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
