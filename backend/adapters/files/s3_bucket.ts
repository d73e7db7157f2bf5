import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { Client, S3Error } from "minio";
import { guard } from "./checks.ts";

export type S3Config = {
  kind: "s3";
  /** URL of the service, `http://localhost:9000` for example. */
  endpoint: string;
  bucket: string;
  accessKey: string;
  secretKey: string;
  /** `us-east-1` when left out, which MinIO takes as well. */
  region?: string;
  /** How long an answer may take to begin; a minute when left out. */
  answerWithinMs?: number;
};

export type Bucket = {
  name: string;
  /**
   * One call to the service, after the bucket was seen or made, and again where the connection is lost or the service is
   * busy: it must not matter whether it took effect before. Whatever goes wrong is `FilesUnavailable`.
   */
  call<T>(what: string, run: (client: Client) => Promise<T>): Promise<T>;
};

const DEFAULT_REGION = "us-east-1";
const ANSWER_WITHIN_MS = 60_000;
/** How long to wait before each further try. */
const RETRY_AFTER_MS = [100, 500];
const LOST_CONNECTION = ["ECONNRESET", "ECONNREFUSED", "ECONNABORTED", "EPIPE"];

/** Connects to a bucket, which the first call makes when it is missing. */
export function openBucket(config: S3Config): Bucket {
  const client = connect(config);
  let ready: Promise<void> | undefined;
  const retryLater = (error: unknown) => {
    ready = undefined;
    throw error;
  };
  return {
    name: config.bucket,
    call: (what, run) =>
      guard(what, () =>
        withRetries(async () => {
          await (ready ??= ensureBucket(client, config).catch(retryLater));
          return await run(client);
        })),
  };
}

/** True for the service's own answers with one of these codes. */
export function isAnswer(error: unknown, ...codes: string[]): boolean {
  return error instanceof S3Error && error.code !== undefined && codes.includes(error.code);
}

/** An answer that does not come in time is waited for once. */
async function withRetries<T>(run: () => Promise<T>): Promise<T> {
  for (let tries = 0;; tries++) {
    try {
      return await run();
    } catch (error) {
      const status = busyStatus(error);
      const pauseMs = RETRY_AFTER_MS[tries];
      if (pauseMs === undefined || status === undefined && !isLostConnection(error)) {
        throw status === undefined ? error : new Error(`the store answers ${status}`);
      }
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}

/** The library has no type for an answer such as 503, which comes where the store is busy or away for a moment. */
function busyStatus(error: unknown): string | undefined {
  return error instanceof Error ? /Retryable HTTP status: (\d{3})/.exec(error.message)?.[1] : undefined;
}

function isLostConnection(error: unknown): boolean {
  return error instanceof Error && "code" in error && LOST_CONNECTION.includes(String(error.code));
}

function connect(config: S3Config): Client {
  const { endpoint, accessKey, secretKey, region = DEFAULT_REGION, answerWithinMs = ANSWER_WITHIN_MS } = config;
  const { protocol, hostname, port } = new URL(endpoint);
  const useSSL = protocol === "https:";
  return new Client({
    endPoint: hostname,
    ...(port ? { port: Number(port) } : {}),
    useSSL,
    accessKey,
    secretKey,
    region,
    pathStyle: true,
    // The library's own tries write lines of another shape into the log.
    retryOptions: { disableRetry: true },
    transport: { request: impatient(useSSL ? httpsRequest : httpRequest, answerWithinMs) },
  });
}

async function ensureBucket(client: Client, { bucket, region = DEFAULT_REGION }: S3Config): Promise<void> {
  if (await client.bucketExists(bucket)) return;
  try {
    await client.makeBucket(bucket, region);
  } catch (error) {
    // Another process was first.
    if (!isAnswer(error, "BucketAlreadyOwnedByYou", "BucketAlreadyExists")) throw error;
  }
}

/**
 * The library waits for ever. Here the answer must begin in time; its body may take as long as a paused listener does.
 */
function impatient(request: typeof httpRequest, answerWithinMs: number): typeof httpRequest {
  return (...parameters: unknown[]) => {
    const asked = Reflect.apply(request, undefined, parameters);
    const late = () => asked.destroy(new Error(`no answer within ${answerWithinMs} ms`));
    const timer = setTimeout(late, answerWithinMs);
    asked.once("response", () => clearTimeout(timer)).once("close", () => clearTimeout(timer));
    return asked;
  };
}
