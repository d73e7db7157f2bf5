// What verify_bundle.mjs checks of each part of a bundle: signature, chain, events, index. `problems` takes what is
// wrong, in words.

import { createHash, createPublicKey, verify } from "node:crypto";

const HASH_HEX = 64;

/** The content, in canonical JSON, was signed with one of the keys that are trusted. */
export function judgeSignature({ content, signature, keys }, problems) {
  const key = keys.find((one) => one === signature.publicKey);
  if (key === undefined) {
    problems.push(`signature: made with the key ${signature.publicKey}, not with the one you trust`);
    return;
  }
  const publicKey = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x: key }, format: "jwk" });
  const value = Buffer.from(signature.value, "base64url");
  if (!verify(null, Buffer.from(canonicalJson(content)), publicKey, value)) {
    problems.push("signature: the content is not what was signed");
  }
}

/** Blocks without holes, each with the hash of its content and of the block before; over all parts. */
export function judgeChain({ log, links }, chains, problems) {
  if (links.length === 0) return void problems.push(`chain ${log}: it has no blocks`);
  const known = chains.get(log) ?? { links: new Map(), last: undefined };
  chains.set(log, known);
  for (const link of links) {
    const where = `chain ${log}, block ${link.block}`;
    if (link.hash !== linkHash(log, link)) problems.push(`${where}: its hash is not that of its content`);
    if (known.links.has(link.block)) {
      if (known.links.get(link.block) !== link.hash) problems.push(`${where}: it is another one than before`);
      continue;
    }
    const before = known.last;
    if (before && link.block !== before.block + 1) problems.push(`${where}: a block is missing before it`);
    if (before && link.first !== before.last + 1) problems.push(`${where}: it does not begin after ${before.last}`);
    if (before && link.previousHash !== before.hash) problems.push(`${where}: it does not follow from the one before`);
    known.links.set(link.block, link.hash);
    known.last = { block: link.block, last: link.last, hash: link.hash };
  }
}

function linkHash(log, link) {
  const { format, block, first, last, debits, credits, previousHash, root, eventHashes } = link;
  const line = [format, log, block, first, last, debits, credits, previousHash];
  if (format === 1) return sha256(`${JSON.stringify(line)}\n`, Buffer.from(eventHashes ?? "", "hex")).toString("hex");
  if (format === 2) return sha256(`${JSON.stringify([...line, root])}\n`).toString("hex");
  return undefined;
}

/** The event itself says where it is, and the block there holds the hash of its bytes. */
export function judgeEvent({ log, position, bytes, block, path }, chains, problems) {
  const where = `event ${log} ${position}`;
  const event = readEvent(bytes);
  if (!event) {
    problems.push(`${where}: its bytes are not those of an event`);
    return { log, position };
  }
  if (event.log !== log || event.position !== position) problems.push(`${where}: it says that it is another one`);
  const link = chains.find((chain) => chain.log === log)?.links.find((one) => one.block === block);
  if (!link || position < link.first || position > link.last) {
    problems.push(`${where}: no block of the bundle holds its position`);
  } else if (!isIn(link, position, { hash: sha256(bytes), path })) {
    problems.push(`${where}: it is not the event that block ${block} holds there`);
  }
  return event;
}

function isIn(link, position, { hash, path }) {
  const index = position - link.first;
  if (link.format === 1) {
    return link.eventHashes?.slice(index * HASH_HEX, (index + 1) * HASH_HEX) === hash.toString("hex");
  }
  return climb(hash, { index, count: link.last - link.first + 1, path }) === link.root;
}

/** From an event's hash to the root of its block's tree, as in RFC 9162. */
function climb(hash, { index, count, path }) {
  const beside = path.map((text) => Buffer.from(text, "hex"));
  let node = sha256(Buffer.of(0), hash);
  for (let [at, width] = [index, count]; width > 1; at >>= 1, width = (width + 1) >> 1) {
    if (at % 2 === 0 && at + 1 >= width) continue;
    const other = beside.shift() ?? Buffer.alloc(0);
    node = at % 2 === 1 ? sha256(Buffer.of(1), other, node) : sha256(Buffer.of(1), node, other);
  }
  return beside.length === 0 ? node.toString("hex") : undefined;
}

/** A line of numbers with the lengths of four texts, the texts without separators, and what happened. */
function readEvent(text) {
  const bytes = Buffer.from(text);
  const end = bytes.indexOf("\n");
  const fields = bytes.subarray(0, end).toString().split(" ");
  if (end < 0 || fields.length !== 10) return undefined;
  const [position, streamVersion, eventId, schemaVersion, occurred, recorded, ...lengths] = fields;
  let at = end + 1;
  const [log, stream, type, metadata] = lengths.map((length) => bytes.subarray(at, at += Number(length)).toString());
  try {
    return {
      ...{ log, position: Number(position), stream, streamVersion: Number(streamVersion), eventId, type },
      ...{ schemaVersion: Number(schemaVersion), occurredAt: isoTime(occurred), recordedAt: isoTime(recorded) },
      metadata: JSON.parse(metadata),
      data: JSON.parse(bytes.subarray(at).toString()),
    };
  } catch {
    return undefined;
  }
}

export function judgeIndex({ index, events }, problems) {
  const held = new Set(events.map(({ log, position }) => `${log} ${position}`));
  for (const { log, position } of index) {
    if (!held.delete(`${log} ${position}`)) problems.push(`event ${log} ${position}: the bundle lists it and lacks it`);
  }
  for (const place of held) problems.push(`event ${place}: the bundle holds it and does not list it`);
}

/** The books balance, their parts fit the trial balance, and the last transfers that count come with them. */
export function judgeBooks({ books: { at, owed, trial }, searched }, events, { problems, proved }) {
  const side = (name) => trial.reduce((total, line) => total + line[name], 0);
  const [debit, credit] = [side("debit"), side("credit")];
  if (debit !== credit) problems.push(`books: debits are ${debit} kobo and credits ${credit}`);
  const held = (account) => {
    const line = trial.find((one) => one.account === account);
    return line ? line.credit - line.debit : 0;
  };
  const parts = {
    "users:available": owed.available,
    "users:settling": owed.settling + owed.heldGifts,
    "users:reserved": owed.requested + owed.underway + owed.uncertain,
    // Books from before disputes had a reserve do not name it.
    "users:disputed": owed.disputed ?? 0,
    unclaimed: owed.unclaimed,
    // From before tax was withheld nothing of it is owed.
    "liability:withheld_tax": owed.withheldTax ?? 0,
  };
  for (const [account, units] of Object.entries(parts)) {
    if (held(account) !== units) {
      problems.push(`books: ${account} is ${held(account)} kobo, and its parts are ${units}`);
    }
  }
  const sum = Object.values(parts).reduce((total, units) => total + units, 0);
  if (sum !== owed.total) problems.push(`books: what is owed adds up to ${sum} kobo, not ${owed.total}`);
  for (const { log, upTo } of searched) {
    const last = events.find((event) => event.log === log && event.position === upTo);
    if (last?.type !== "TransferPosted") problems.push(`books: the last transfer of ${log}, ${upTo}, is missing`);
    else if (last.recordedAt >= at) problems.push(`books: the transfer ${log} ${upTo} is later than the books`);
  }
  proved.push(`the books of ${at} have ${debit} kobo on both sides, and their parts add up to what is owed`);
}

/** The one form of a JSON value (RFC 8785): members sorted, no white space. */
export function canonicalJson(value) {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  return `{${
    Object.keys(value).sort().map((name) => `${JSON.stringify(name)}:${canonicalJson(value[name])}`).join(",")
  }}`;
}

function sha256(...parts) {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
}

function isoTime(micros) {
  return new Date(Number(micros) / 1_000).toISOString();
}
