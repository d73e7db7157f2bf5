#!/usr/bin/env node
// Checks an audit bundle of Orin: offline, without anything but Node 18+ or Deno.
//
//   node tools/verify_bundle.mjs bundle.json --key <public key> [--heads heads.json]
//   deno run --allow-read tools/verify_bundle.mjs bundle.json --key <public key>
//
// The key is what https://<orin>/.well-known/orin-audit-key says, as text or as a saved file: get it from there and not
// from whoever hands you the bundle. `heads.json` is what `deno task heads` printed on an earlier day and somebody kept
// elsewhere: with it the chain is proven not to have been written again since. Ends with 1 when anything is wrong.

import { createHash, createPublicKey, verify } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import process from "node:process";
import { pathToFileURL } from "node:url";

const FORMAT = "orin-audit-bundle/1";
const HASH_HEX = 64;

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) main(process.argv.slice(2));

/**
 * Judges a bundle by the key that its reader trusts (base64url), and by heads of the chain kept elsewhere. `problems`
 * is empty when all of it holds; `proved` says in words what was shown, `events` holds the events as they were hashed.
 *
 * @param {any} bundle
 * @param {{ key: string, heads?: readonly { log: string, block: number, hash: string }[] }} trusted
 * @returns {{ problems: string[], proved: string[], events: any[] }}
 */
export function verifyBundle(bundle, { key, heads = [] }) {
  const problems = [];
  const proved = [];
  const { content, signature } = bundle ?? {};
  if (content?.format !== FORMAT || !signature) {
    return { problems: [`this is no bundle of the format ${FORMAT}`], proved, events: [] };
  }
  judgeSignature({ content, signature, key }, problems, proved);
  for (const chain of content.chains) judgeChain(chain, problems, proved);
  const events = content.events.map((event) => judgeEvent(event, content.chains, problems));
  proved.push(`${events.length} events have the bytes that their blocks hold the hashes of`);
  judgeIndex(content, problems);
  judgeStream(content, events, problems, proved);
  judgeHeads(content.chains, heads, problems, proved);
  return { problems, proved: problems.length === 0 ? proved : [], events };
}

function judgeSignature({ content, signature, key }, problems, proved) {
  if (signature.publicKey !== key) {
    problems.push(`signature: made with the key ${signature.publicKey}, not with the one you trust`);
    return;
  }
  const publicKey = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x: key }, format: "jwk" });
  const value = Buffer.from(signature.value, "base64url");
  if (verify(null, Buffer.from(canonicalJson(content)), publicKey, value)) {
    proved.push(`the bundle is what the key ${key} signed, made ${content.madeAt} by ${content.madeBy}`);
  } else problems.push("signature: the content is not what was signed");
}

/** Blocks without holes, each with the hash of its content and of the block before. */
function judgeChain({ log, links }, problems, proved) {
  let before;
  for (const link of links) {
    const where = `chain ${log}, block ${link.block}`;
    if (before && link.block !== before.block + 1) problems.push(`${where}: a block is missing before it`);
    if (before && link.first !== before.last + 1) problems.push(`${where}: it does not begin after ${before.last}`);
    if (before && link.previousHash !== before.hash) problems.push(`${where}: it does not follow from the one before`);
    if (link.hash !== linkHash(log, link)) problems.push(`${where}: its hash is not that of its content`);
    before = link;
  }
  if (!before) return void problems.push(`chain ${log}: it has no blocks`);
  proved.push(
    `${log}: ${links.length} blocks follow each other from block ${links[0].block} to the head, block ` +
      `${before.block}, which ends at position ${before.last} and has the hash ${before.hash}`,
  );
}

function linkHash(log, link) {
  const { format, block, first, last, debits, credits, previousHash, root, eventHashes } = link;
  const line = [format, log, block, first, last, debits, credits, previousHash];
  if (format === 1) return sha256(`${JSON.stringify(line)}\n`, Buffer.from(eventHashes ?? "", "hex")).toString("hex");
  if (format === 2) return sha256(`${JSON.stringify([...line, root])}\n`).toString("hex");
  return undefined;
}

/** The event says of itself where it stands, and the block there holds the hash of its bytes. */
function judgeEvent({ log, position, bytes, block, path }, chains, problems) {
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

function judgeIndex({ index, events }, problems) {
  const held = new Set(events.map(({ log, position }) => `${log} ${position}`));
  for (const { log, position } of index) {
    if (!held.delete(`${log} ${position}`)) problems.push(`event ${log} ${position}: the bundle lists it and lacks it`);
  }
  for (const place of held) problems.push(`event ${place}: the bundle holds it and does not list it`);
}

/** Versions of a stream count from 1, so the subject's own stream shows when one of its events was left out. */
function judgeStream({ subject, isWhole }, events, problems, proved) {
  if (!isWhole || !subject) return;
  const stream = subject.replace(":", "/");
  const versions = events.filter((event) => event.stream === stream).map(({ streamVersion }) => streamVersion);
  versions.sort((one, other) => one - other);
  for (const [index, version] of versions.entries()) {
    if (version !== index + 1) return void problems.push(`stream ${stream}: version ${index + 1} was left out`);
  }
  if (versions.length > 0) proved.push(`the stream ${stream} is whole from version 1 to ${versions.length}`);
}

function judgeHeads(chains, heads, problems, proved) {
  for (const { log, links } of chains) {
    for (const head of heads.filter((one) => one.log === log)) {
      const link = links.find(({ block }) => block === head.block);
      const where = `kept head of ${log}, block ${head.block}`;
      if (link && link.hash !== head.hash) problems.push(`${where}: the chain was written again since it was kept`);
      else if (link) proved.push(`${where}, is a block of this chain: what stands up to it has not changed since`);
      else if (head.block > (links.at(-1)?.block ?? 0)) problems.push(`${where}: the chain of the bundle is shorter`);
    }
  }
}

/** The one form of a JSON value (RFC 8785): members sorted, no white space. */
function canonicalJson(value) {
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

function main(args) {
  const option = (name) => args.includes(name) ? args[args.indexOf(name) + 1] : undefined;
  const [file] = args;
  const key = option("--key");
  if (!file || file.startsWith("--") || !key) {
    console.error("usage: verify_bundle.mjs <bundle.json> --key <public key or its file> [--heads <heads.json>]");
    process.exitCode = 2;
    return;
  }
  const heads = option("--heads");
  const bundle = JSON.parse(readFileSync(file, "utf8"));
  const trusted = existsSync(key) ? keyIn(readFileSync(key, "utf8")) : key;
  const kept = heads ? JSON.parse(readFileSync(heads, "utf8")) : [];
  print(bundle, verifyBundle(bundle, { key: trusted, heads: kept }));
}

/** A saved key is its text, or the JSON in which Orin publishes it. */
function keyIn(text) {
  return text.trim().startsWith("{") ? JSON.parse(text).publicKey : text.trim();
}

function print(bundle, { problems, proved, events }) {
  console.log(`Bundle of ${bundle?.content?.subject ?? "a filtered list"}`);
  for (const { recordedAt, log, position, type, metadata } of events) {
    console.log(`  ${recordedAt ?? ""}  ${log} ${position}  ${type ?? "?"}  ${metadata?.actor ?? ""}`);
  }
  for (const text of proved) console.log(`PROVEN ${text}`);
  for (const text of problems) console.log(`WRONG  ${text}`);
  console.log(
    problems.length === 0
      ? "The bundle holds. It does not show that nothing else about the subject stands in other streams."
      : `The bundle does not hold: ${problems.length} things are wrong.`,
  );
  process.exitCode = problems.length === 0 ? 0 : 1;
}
