#!/usr/bin/env node
// Checks an audit bundle of Orin: offline, without anything but Node 18+ or Deno.
//
//   node tools/verify_bundle.mjs bundle.json --key <public key> [--heads heads.json] [--print]
//   deno run --allow-read tools/verify_bundle.mjs bundle.json --key <public key>
//
// The key is what https://<orin>/.well-known/orin-audit-key says, as text or as a saved file: get it from there and not
// from the person who hands you the bundle. `heads.json` is what `deno task orin heads` printed on an earlier day, kept
// elsewhere since: with it the chain is proven not to have been written again since. `--print` says in plain words what
// the bundle holds. Ends with 1 when anything is wrong.
//
// A long history comes in parts, one a line, each signed for itself; they are read one after the other.

import { createReadStream, existsSync, readFileSync } from "node:fs";
import process from "node:process";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { canonicalJson, judgeBooks, judgeChain, judgeEvent, judgeIndex, judgeSignature } from "./bundle_checks.mjs";
import { payoutJudge } from "./bundle_payout.mjs";
import { eventWords, headWords } from "./bundle_words.mjs";

const FORMAT = "orin-audit-bundle/1";
/** A bundle of before there were parts. */
const WHOLE = { number: 1, isLast: true, previous: null };

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await main(process.argv.slice(2));

/**
 * Judges a bundle of one part by the key that its reader trusts (base64url), and by heads of the chain kept elsewhere.
 * `problems` is empty when all of it holds; `proved` says in words what was shown, `events` holds the events as they
 * were hashed.
 *
 * @param {any} bundle
 * @param {Trusted} trusted
 * @returns {{ problems: string[], proved: string[], events: any[] }}
 */
export function verifyBundle(bundle, trusted) {
  const judge = judgeOf(trusted);
  const events = judge.add(bundle);
  return { ...judge.end(), events };
}

/**
 * Judges a bundle part after part: `add` takes the next one and answers its events, `end` says whether all of it holds.
 * Of the parts before only hashes of blocks and versions of the subject's stream are kept.
 *
 * @typedef {{ key: string | readonly string[], heads?: readonly { log: string, block: number, hash: string }[] }} Trusted
 * @param {Trusted} trusted
 * @returns {{ add(bundle: any): any[], end(): { problems: string[], proved: string[] } }}
 */
export function judgeOf({ key, heads = [] }) {
  const keys = [key].flat();
  const problems = [];
  const proved = [];
  const seen = {
    ...{ parts: 0, events: 0, first: undefined, last: undefined },
    ...{ chains: new Map(), versions: [], payout: undefined },
  };
  return {
    add(bundle) {
      const { content, signature } = bundle ?? {};
      if (content?.format !== FORMAT || !signature) {
        problems.push(`this is no bundle of the format ${FORMAT}`);
        return [];
      }
      judgePart({ content, seen }, problems);
      judgeSignature({ content, signature, keys }, problems);
      for (const chain of content.chains) judgeChain(chain, seen.chains, problems);
      const events = content.events.map((event) => judgeEvent(event, content.chains, problems));
      judgeIndex(content, problems);
      if (content.books) judgeBooks(content, events, { problems, proved });
      if (content.payout) seen.payout = payoutJudge(content.payout);
      seen.payout?.note(events.filter(Boolean));
      noteVersions(content, events, seen);
      seen.events += events.length;
      seen.last = { content, signature };
      return events;
    },
    end() {
      if (seen.last) judgeWhole({ seen, heads }, problems, proved);
      else if (problems.length === 0) problems.push("there is no bundle");
      return { problems, proved: problems.length === 0 ? proved : [] };
    },
  };
}

/** Parts follow each other: each names the signature of the one before, and they tell of one and the same search. */
function judgePart({ content, seen }, problems) {
  const { part = WHOLE, subject, isWhole, filters, madeBy } = content;
  const about = canonicalJson([part.bundleId, subject, isWhole, filters, madeBy]);
  seen.parts += 1;
  seen.first ??= { content, about };
  const where = `part ${part.number}`;
  if (part.number !== seen.parts) problems.push(`${where}: it stands where part ${seen.parts} belongs`);
  if (about !== seen.first.about) problems.push(`${where}: it belongs to another bundle`);
  if (part.previous !== (seen.last?.signature.value ?? null)) problems.push(`${where}: another part comes before it`);
}

/** What only all parts together show. */
function judgeWhole({ seen: { parts, events, first, last, chains, versions, payout }, heads }, problems, proved) {
  const { madeAt, madeBy } = first.content;
  if (!(last.content.part ?? WHOLE).isLast) problems.push(`after part ${parts}: parts are missing`);
  proved.push(
    `the bundle is what the key ${last.signature.publicKey} signed, made ${madeAt} by ${madeBy}${
      parts > 1 ? `, in ${parts} parts` : ""
    }`,
  );
  for (const [log, { links, last: head }] of chains) {
    proved.push(
      `${log}: ${links.size} blocks follow each other from block ${links.keys().next().value} to the head, block ` +
        `${head.block}, which ends at position ${head.last} and has the hash ${head.hash}`,
    );
  }
  proved.push(`${events} events have the bytes that their blocks hold the hashes of`);
  judgeStream(first.content, versions, { problems, proved });
  payout?.end({ problems, proved });
  judgeHeads(chains, heads, { problems, proved });
}

/** The versions of the subject's own stream that a part holds. */
function noteVersions({ subject, isWhole }, events, { versions }) {
  if (!isWhole || !subject) return;
  const stream = subject.replace(":", "/");
  for (const event of events) if (event.stream === stream) versions.push(event.streamVersion);
}

/** Versions of a stream count from 1, so the subject's own stream shows when one of its events was left out. */
function judgeStream({ subject }, versions, { problems, proved }) {
  const stream = subject?.replace(":", "/");
  versions.sort((one, other) => one - other);
  for (const [index, version] of versions.entries()) {
    if (version !== index + 1) return void problems.push(`stream ${stream}: version ${index + 1} was left out`);
  }
  if (versions.length > 0) proved.push(`the stream ${stream} is whole from version 1 to ${versions.length}`);
}

/** Heads that were kept elsewhere: each is a block of this chain, or the chain was written again. */
function judgeHeads(chains, heads, { problems, proved }) {
  for (const [log, { links, last }] of chains) {
    for (const head of heads.filter((one) => one.log === log)) {
      const hash = links.get(head.block);
      const where = `kept head of ${log}, block ${head.block}`;
      if (hash && hash !== head.hash) problems.push(`${where}: the chain was written again since it was kept`);
      else if (hash) proved.push(`${where}, is a block of this chain: what stands up to it has not changed since`);
      else if (head.block > last.block) problems.push(`${where}: the chain of the bundle is shorter`);
    }
  }
}

async function main(args) {
  const option = (name) => args.includes(name) ? args[args.indexOf(name) + 1] : undefined;
  const [file] = args;
  const key = option("--key");
  if (!file || file.startsWith("--") || !key) {
    console.error(
      "usage: verify_bundle.mjs <bundle.json> --key <public key or its file> [--heads <heads.json>] [--print]",
    );
    process.exitCode = 2;
    return;
  }
  const heads = option("--heads");
  const trusted = existsSync(key) ? keysIn(readFileSync(key, "utf8")) : key;
  const kept = heads ? JSON.parse(readFileSync(heads, "utf8")) : [];
  const judge = judgeOf({ key: trusted, heads: kept });
  const inWords = args.includes("--print");
  let isFirst = true;
  for await (const part of partsIn(file)) {
    const content = part?.content;
    if (isFirst && inWords && content) { for (const line of headWords(content)) console.log(line); }
    else if (isFirst) {
      console.log(
        `Bundle of ${content?.payout ? "what pays for " : ""}${
          content?.subject ?? (content?.books ? "the books" : "a filtered list")
        }`,
      );
    }
    isFirst = false;
    for (const event of judge.add(part)) {
      const { recordedAt, log, position, type, metadata } = event;
      if (!inWords) console.log(`  ${recordedAt ?? ""}  ${log} ${position}  ${type ?? "?"}  ${metadata?.actor ?? ""}`);
      else for (const line of eventWords(event)) console.log(line);
    }
  }
  print(judge.end());
}

/** The parts of a file, one a line; a bundle of before there were parts is one value over many lines. */
async function* partsIn(file) {
  const lines = createInterface({ input: createReadStream(file, "utf8"), crlfDelay: Infinity });
  for await (const line of lines) {
    if (line.trim() === "") continue;
    if (line.trim() === "{") return yield JSON.parse(readFileSync(file, "utf8"));
    yield JSON.parse(line);
  }
}

/** A saved key is its text, or the JSON in which Orin publishes it with those that it signed with before. */
function keysIn(text) {
  if (!text.trim().startsWith("{")) return text.trim();
  const { publicKey, others = [] } = JSON.parse(text);
  return [publicKey, ...others.map((other) => other.publicKey)];
}

function print({ problems, proved }) {
  for (const text of proved) console.log(`PROVEN ${text}`);
  for (const text of problems) console.log(`WRONG  ${text}`);
  console.log(
    problems.length === 0
      ? "The bundle holds. It does not show that nothing else about the subject stands in other streams."
      : `The bundle does not hold: ${problems.length} ${problems.length === 1 ? "thing is" : "things are"} wrong.`,
  );
  process.exitCode = problems.length === 0 ? 0 : 1;
}
