import { isBlocked } from "../../../projections/social/comment_rules.ts";
import { creatorsNamed, findCreator } from "../../../projections/catalogue/creators.ts";
import { findCredits } from "../../../projections/catalogue/song_credits.ts";
import { refusalOfLateForm } from "../../accounts/account/reads.ts";
import { compact } from "../../contract/compact.ts";
import { nameKey } from "../../contract/name_key.ts";
import { isrcOf, type SongCredits } from "../../contract/releases.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { CreditsEdit, TracksEdit } from "../../contract/requests/releases.ts";
import type { Deps } from "../../deps.ts";
import type { CommandHandler, GroupScope } from "../../store/log/command.ts";
import type { Metadata, Recorded } from "../../store/log/event.ts";
import type { Positions } from "../../store/log/group.ts";
import { readStreams } from "../../store/log/read.ts";
import type { Tx } from "../../store/sql.ts";
import type { Streams } from "../../store/streams.ts";
import type { TrackEvent } from "../track/events.ts";
import { assertIsrcMayBe } from "../own_code/typed.ts";
import { decideChange, type TrackDetails, type TrackState } from "../track/state.ts";
import { tracks } from "../track/tracks.ts";
import { creditPurpose, credits, isrcs } from "./credits.ts";
import { type CreditEvent, type CreditsSet, creditStream, type IsrcEvent } from "./events.ts";
import { openCredits } from "./reads.ts";
import {
  type CreditState,
  decideAnswer,
  decideAsking,
  decideCredits,
  decideIsrc,
  decideTakingBack,
  isLateCredits,
} from "./state.ts";

interface Loaded {
  readonly tracks: Streams<string, TrackState, TrackEvent>;
  readonly credits: Streams<string, CreditState, CreditEvent>;
  readonly isrcs: Streams<string, string | undefined, IsrcEvent>;
}

interface SetCredits {
  readonly credits: CreditsSet["data"];
  /** They stand there already. Seen outside, because they are sealed here. */
  readonly isSame: boolean;
  /** The version of the stream that this was seen at. */
  readonly version: number;
}

/** Writes a song's credits; its ISRC is its own from then on, and its old one is free. */
const setCredits = credits.handler("setCredits", {
  id: ({ credits: { trackId } }: SetCredits) => trackId,
  beside: (tx, commands, scope) => loadCredits(tx, commands.map(({ credits }) => credits), scope),
  decide: (_known, command, { beside }) => decideOne(beside, command),
  appends: (events, command, { beside }) => creditAppends(beside, command, events),
  result: ({ events }) => ({ changed: events.length > 0 }),
});

function decideOne({ tracks, credits }: Loaded, { credits: data, isSame, version }: SetCredits): CreditsSet[] {
  const events = decideCredits(tracks.of(data.trackId), { credits: data, isSame });
  if (events.length === 0 || credits.version(data.trackId) === version) return events;
  throw new Refusal("conflict", "These credits have just changed");
}

function creditAppends({ credits, isrcs }: Loaded, { credits: data }: SetCredits, events: readonly CreditEvent[]) {
  if (events.length === 0) return [];
  const { trackId, isrc, ownerId } = data;
  const codes = decideIsrc(credits.of(trackId), isrc === "" ? undefined : isrcs.of(isrc), { isrc, trackId, ownerId });
  return [
    ...codes.givenUp.flatMap((event) => isrcs.add(event.data.isrc, [event])),
    ...codes.taken.flatMap((event) => isrcs.add(event.data.isrc, [event])),
    ...credits.add(trackId, events),
  ];
}

/** The ISRC of a deleted song is free again. Idempotent. */
export const giveUpIsrc: CommandHandler<{ readonly trackId: string }, Loaded, { givenUp: boolean }> = {
  name: "giveUpIsrc",
  load: (tx, commands, scope) => loadCredits(tx, commands, scope),
  decide({ tracks, credits, isrcs }, { trackId }) {
    const track = tracks.of(trackId);
    const { isrc } = credits.of(trackId);
    const isHeld = isrc !== "" && isrcs.of(isrc) === trackId && track.status === "removed";
    if (!isHeld) return { appends: [], result: { givenUp: false } };
    const data = { isrc, trackId, ownerId: track.ownerId };
    return { appends: isrcs.add(isrc, [{ type: "IsrcGivenUp", data }]), result: { givenUp: true } };
  },
};

/** The codes that songs have and want are known only once their credits are. */
async function loadCredits(
  tx: Tx,
  commands: readonly { readonly trackId: string; readonly isrc?: string }[],
  scope: GroupScope,
): Promise<Loaded> {
  const trackIds = commands.map(({ trackId }) => trackId);
  const [loadedTracks, loaded] = await Promise.all([
    tracks.load(tx, scope, trackIds),
    credits.load(tx, scope, trackIds),
  ]);
  const codes = commands.flatMap(({ trackId, isrc = "" }) => [isrc, loaded.of(trackId).isrc]).filter(Boolean);
  return { tracks: loadedTracks, credits: loaded, isrcs: await isrcs.load(tx, scope, codes) };
}

interface CreditEditing {
  readonly trackId: string;
  readonly ownerId: string;
  readonly edit: CreditsEdit;
}

type CreditDeps = Pick<Deps, "store" | "personal" | "config">;

/**
 * Changes a song's credits; what is left out stays. Throws Refusal `not_found`, `not_track_owner`, `isrc_taken`, or
 * `conflict` with who changed them since the form was loaded.
 */
export async function changeCredits(deps: CreditDeps, editing: CreditEditing, metadata: Metadata): Promise<void> {
  const { trackId, ...change } = editing;
  for (const command of await creditCommands(deps, { trackIds: [trackId], ...change })) {
    await deps.store.execute(setCredits, command, { logs: ["social"], metadata });
  }
}

/** What writes the same change into the credits of songs of one artist. Throws Refusal `conflict`. */
async function creditCommands(
  deps: CreditDeps,
  { trackIds, ownerId, edit: { was, ...edit } }: Omit<CreditEditing, "trackId"> & {
    readonly trackIds: readonly string[];
  },
): Promise<SetCredits[]> {
  const { sql } = deps.store;
  const streams = await readStreams<CreditEvent>(sql, "social", trackIds.map(creditStream));
  const key = (await deps.personal.keysOf(sql, [ownerId])).get(ownerId);
  if (!key) throw new Refusal("session_ended", "Authentication required. Please login again.");
  const rows = await findCredits(sql, trackIds);
  const commands: SetCredits[] = [];
  for (const trackId of trackIds) {
    const row = rows.get(trackId);
    const events = streams.get(creditStream(trackId)) ?? [];
    const known = openCredits(row?.ownerId === ownerId ? key : undefined, row);
    const isrc = edit.isrc === undefined ? known.isrc : isrcOf(edit.isrc) ?? "";
    if (isrc !== known.isrc) await assertIsrcMayBe(deps, trackId, isrc);
    const after: SongCredits = { ...known, ...compact(edit), isrc };
    const isSame = row !== undefined && JSON.stringify(after) === JSON.stringify(known);
    if (!isSame && was && isLateCredits(compact(was), known)) throw await lateCredits(deps, events, ownerId);
    const { writers, producers, explicit, language } = after;
    const people = key.seal(creditPurpose(trackId), JSON.stringify({ writers, producers }));
    const data = { trackId, ownerId, people, isrc, explicit, ...(language && { language }) };
    commands.push({ credits: data, isSame, version: events.length });
  }
  return commands;
}

async function lateCredits(deps: CreditDeps, events: readonly Recorded<CreditEvent>[], artistId: string) {
  const last = events.findLast(({ type }) => type === "CreditsSet");
  const { metadata: { actor } = { actor: "" }, recordedAt: at = 0 } = last ?? {};
  const change = { actor, at, what: "these credits", next: "look again, then change them" };
  return await refusalOfLateForm(deps, { ...change, artistId });
}

interface ChangeSongs {
  readonly trackIds: readonly string[];
  readonly ownerId: string;
  readonly details: Pick<Partial<TrackDetails>, "genre" | "downloadable">;
  readonly credits: readonly SetCredits[];
}

/** The same change of several songs, in one transaction. */
const changeSongs: CommandHandler<ChangeSongs, Loaded, { changed: number }> = {
  name: "changeSongs",
  load: (tx, commands, scope) =>
    loadCredits(tx, commands.flatMap(({ trackIds }) => trackIds.map((trackId) => ({ trackId }))), scope),
  decide(loaded, { trackIds, ownerId: userId, details, credits }, { now }) {
    const appends = trackIds.flatMap((trackId) => {
      const change = { trackId, userId, isAdmin: false, details };
      return loaded.tracks.add(trackId, decideChange(loaded.tracks.of(trackId), change, now));
    });
    const credited = credits.flatMap((one) => creditAppends(loaded, one, decideOne(loaded, one)));
    return { appends: [...appends, ...credited], result: { changed: new Set(trackIds).size } };
  },
};

/**
 * Changes several songs of an artist, all of them or none; what is left out stays. Throws Refusal `not_found`,
 * `not_track_owner` or `conflict`.
 */
export async function changeTracks(
  deps: CreditDeps,
  { ownerId, edit: { trackIds: asked, genre, downloadable, ...names } }: {
    readonly ownerId: string;
    readonly edit: TracksEdit;
  },
  metadata: Metadata,
): Promise<Positions> {
  const trackIds = [...new Set(asked)];
  const edit = compact(names);
  const credits = Object.keys(edit).length === 0 ? [] : await creditCommands(deps, { trackIds, ownerId, edit });
  const command = { trackIds, ownerId, details: compact({ genre, downloadable }), credits };
  return (await deps.store.execute(changeSongs, command, { logs: ["social"], metadata })).positions;
}

/** Asks another artist to be named on a song. Refuses with `not_found`, `not_track_owner`, `own_profile`. */
const askFeature = credits.handler("askFeature", {
  id: ({ trackId }: Parameters<typeof decideAsking>[2]) => trackId,
  beside: (tx, asked, scope) => tracks.load(tx, scope, asked.map(({ trackId }) => trackId)),
  decide: (known, asking, { beside }) => decideAsking(known, beside.of(asking.trackId), asking),
  result: ({ events }) => ({ asked: events.length > 0 }),
});

/** Says yes or no. Refuses with `not_found` where there is no request. */
export const answerFeature = credits.handler("answerFeature", {
  id: ({ trackId }: Parameters<typeof decideAnswer>[2]) => trackId,
  beside: (tx, answers, scope) => tracks.load(tx, scope, answers.map(({ trackId }) => trackId)),
  decide: (known, answer, { beside }) => decideAnswer(known, beside.of(answer.trackId), answer),
  result: ({ events }) => ({ changed: events.length > 0 }),
});

/** Takes an asking, or a name, back. Refuses with `not_found`, `not_track_owner`. */
export const takeFeatureBack = credits.handler("takeFeatureBack", {
  id: ({ trackId }: Parameters<typeof decideTakingBack>[2]) => trackId,
  beside: (tx, taken, scope) => tracks.load(tx, scope, taken.map(({ trackId }) => trackId)),
  decide: (known, taken, { beside }) => decideTakingBack(known, beside.of(taken.trackId), taken),
  result: ({ events }) => ({ changed: events.length > 0 }),
});

/**
 * Asks the artist of an id, or of a name as people read it. Throws Refusals as above, `invalid_request` for two of a name
 * and for who has blocked the owner.
 */
export async function ask(
  deps: Pick<Deps, "store">,
  { trackId, ownerId, artistId, name }: {
    readonly trackId: string;
    readonly ownerId: string;
    readonly artistId?: string | undefined;
    readonly name?: string | undefined;
  },
  metadata: Metadata,
): Promise<void> {
  const { sql } = deps.store;
  const named = artistId === undefined ? await creatorsNamed(sql, [nameKey(name ?? "")]) : [];
  if (named.length > 1) {
    throw new Refusal(
      "invalid_request",
      "Several artists have this name: open the page of the one you mean, and copy its link",
    );
  }
  const found = artistId === undefined ? named[0] : await findCreator(sql, artistId);
  if (found && await isBlocked(sql, { by: [found.creatorId], personId: ownerId })) {
    throw new Refusal("invalid_request", "This artist cannot be asked");
  }
  const asking = { trackId, ownerId, artistId: found?.creatorId ?? ownerId, isArtist: found !== undefined };
  await deps.store.execute(askFeature, asking, { logs: ["social"], metadata });
}
