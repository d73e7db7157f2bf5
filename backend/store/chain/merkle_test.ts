import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { merklePaths, merkleRoot } from "./merkle.ts";

const sha = (...parts: Uint8Array[]) => new Uint8Array(createHash("sha256").update(Buffer.concat(parts)).digest());
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
const hashes = (count: number) =>
  new Uint8Array(Buffer.concat(Array.from({ length: count }, (_, at) => sha(Uint8Array.of(at)))));

/** RFC 9162, section 2.1.1, as it is written there: split at the largest power of two below the count. */
function rootOfRfc(leaves: readonly Uint8Array[]): Uint8Array {
  const [only] = leaves;
  if (only && leaves.length === 1) return sha(Uint8Array.of(0), only);
  const split = 2 ** Math.ceil(Math.log2(leaves.length) - 1);
  return sha(Uint8Array.of(1), rootOfRfc(leaves.slice(0, split)), rootOfRfc(leaves.slice(split)));
}

describe("merkleRoot()", () => {
  it("is the root of RFC 9162, whatever the count", () => {
    for (const count of [1, 2, 3, 4, 5, 7, 8, 9, 31, 100]) {
      const all = hashes(count);
      const leaves = Array.from({ length: count }, (_, at) => all.subarray(at * 32, at * 32 + 32));
      expect(hex(merkleRoot(all))).toBe(hex(rootOfRfc(leaves)));
    }
    expect(() => merkleRoot(new Uint8Array())).toThrow(RangeError);
  });
});

describe("merklePaths()", () => {
  it("leads from each leaf to the root, and from no other", () => {
    for (const count of [1, 2, 3, 6, 13]) {
      const all = hashes(count);
      const pathOf = merklePaths(all);
      for (let index = 0; index < count; index++) {
        const leaf = all.subarray(index * 32, index * 32 + 32);
        expect(hex(climb(leaf, { index, count, path: pathOf(index) }))).toBe(hex(merkleRoot(all)));
        const other = sha(leaf);
        expect(hex(climb(other, { index, count, path: pathOf(index) }))).not.toBe(hex(merkleRoot(all)));
      }
    }
  });
});

interface Place {
  index: number;
  count: number;
  path: Uint8Array[];
}

function climb(leaf: Uint8Array, { index, count, path }: Place): Uint8Array {
  let [hash, at, width, next] = [sha(Uint8Array.of(0), leaf), index, count, 0];
  for (; width > 1; at >>= 1, width = (width + 1) >> 1) {
    const beside = at % 2 === 1 || at + 1 < width ? path[next++] : undefined;
    if (beside) hash = at % 2 === 1 ? sha(Uint8Array.of(1), beside, hash) : sha(Uint8Array.of(1), hash, beside);
  }
  return hash;
}
