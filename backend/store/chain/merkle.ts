import { createHash } from "node:crypto";

/** A tree of SHA-256 over hashes in order, as in RFC 9162: leaves and nodes are told apart by their first byte. */
const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);
const HASH_BYTES = 32;

/** The root over hashes of 32 bytes, one after another. Throws when there are none. */
export function merkleRoot(hashes: Uint8Array): Uint8Array {
  const [root] = levels(hashes).at(-1) ?? [];
  if (!root) throw new RangeError("Cannot make a tree of no hashes");
  return root;
}

/**
 * For each index the hashes that lead from its hash to the root, from the leaf up. Makes the tree once.
 */
export function merklePaths(hashes: Uint8Array): (index: number) => Uint8Array[] {
  const tree = levels(hashes);
  return (index) =>
    tree.flatMap((level, height) => {
      const beside = level[(index >> height) ^ 1];
      return beside ? [beside] : [];
    });
}

/** From the leaves to the root; the odd one at the end of a level goes up unchanged. */
function levels(hashes: Uint8Array): Uint8Array[][] {
  let level: Uint8Array[] = [];
  for (let at = 0; at < hashes.length; at += HASH_BYTES) {
    level.push(sha256(LEAF, hashes.subarray(at, at + HASH_BYTES)));
  }
  const all = [level];
  while (level.length > 1) {
    const above: Uint8Array[] = [];
    for (let at = 0; at < level.length; at += 2) {
      const [left, right] = [level[at], level[at + 1]];
      if (left) above.push(right ? sha256(NODE, left, right) : left);
    }
    all.push(level = above);
  }
  return all;
}

function sha256(...parts: readonly Uint8Array[]): Uint8Array {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return new Uint8Array(hash.digest());
}
