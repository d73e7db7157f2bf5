import type { ByteRange } from "../../adapters/files/types.ts";

/** What a request asks of a file, both ends inclusive. */
type AskedBytes = { readonly kind: "whole" } | { readonly kind: "unsatisfiable" } | Part;
type Part = { readonly kind: "part" } & Required<Readonly<ByteRange>>;

interface RangeRequest {
  /** The header `Range`. */
  readonly range: string | undefined;
  /** The header `If-Range`: a part is wanted only of the very same file. */
  readonly ifRange: string | undefined;
}

interface RangedFile {
  readonly bytes: number;
  /** Strong, without quotes. */
  readonly etag: string;
  readonly modifiedAt: Date;
}

/**
 * Reads `Range` by RFC 9110 (sections 13.1.5 and 14). It ignores several parts in one request, other units and
 * nonsense: the answer is then the whole file. Ours, because range-parser 1.3 answers 416 to a suffix longer than the
 * file and to an end before the start.
 */
export function askedBytes({ range, ifRange }: RangeRequest, file: RangedFile): AskedBytes {
  if (range === undefined || !isSameFile(ifRange, file)) return { kind: "whole" };
  const match = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(range);
  const [first, last] = [match?.[1], match?.[2]].map((text) => text ? Number(text) : undefined);
  if (!match || (first === undefined && last === undefined)) return { kind: "whole" };
  if (first === undefined) return lastBytes(last ?? 0, file.bytes);
  if (last !== undefined && last < first) return { kind: "whole" };
  if (first >= file.bytes) return { kind: "unsatisfiable" };
  return { kind: "part", start: first, end: Math.min(last ?? file.bytes - 1, file.bytes - 1) };
}

function lastBytes(wanted: number, bytes: number): AskedBytes {
  if (wanted === 0 || bytes === 0) return { kind: "unsatisfiable" };
  return { kind: "part", start: Math.max(0, bytes - wanted), end: bytes - 1 };
}

function isSameFile(ifRange: string | undefined, { etag, modifiedAt }: RangedFile): boolean {
  if (ifRange === undefined) return true;
  if (/^(W\/)?"/.test(ifRange)) return ifRange === `"${etag}"`;
  return Date.parse(ifRange) === Math.floor(modifiedAt.getTime() / 1000) * 1000;
}
