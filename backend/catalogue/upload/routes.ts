import * as calls from "../../contract/calls/uploads.ts";
import { Routes } from "../../http/routes.ts";
import type { Context } from "hono";
import type { MessageAnswer } from "../../contract/accounts.ts";
import { newId } from "../../contract/ids.ts";
import { Refusal } from "../../contract/refusal.ts";
import {
  MAX_PICTURE_BYTES,
  MAX_UPLOADS_AT_ONCE,
  type MyTracks,
  RECORDINGS_AN_HOUR,
  type UploadAnswer,
} from "../../contract/uploads.ts";
import { TrackEdit, UploadFields } from "../../contract/requests/uploads.ts";
import type { Deps } from "../../deps.ts";
import { formBody, type ReceivedFile, receiveForm } from "../../http/form.ts";
import type { FormFacts } from "../../http/route_facts.ts";
import { takeTurn } from "../../http/rate_limit.ts";
import { commandIdOf, metadataOf } from "../../http/request_id.ts";
import { assertRole, type Session } from "../../http/session.ts";
import { InvalidRequest } from "../../http/problems.ts";
import { idInPath, parseBy } from "../../http/validate.ts";
import { findReleases } from "../../../projections/catalogue/releases.ts";
import { listOwnTracks } from "../../../projections/catalogue/tracks.ts";
import { compact } from "../../contract/compact.ts";
import { removeTrack } from "../track/remove.ts";
import { workFolder } from "../rendition/make.ts";
import { ownTrackAnswers } from "../track/reads.ts";
import { sameRecordingOf } from "../duplicate/reads.ts";
import { listenerOf } from "../stream/reads.ts";
import { AtOnce } from "./running_uploads.ts";
import { assertOwnName, assertOwnTitle, ownArtistName } from "../artist/names.ts";
import { editTrack, type TrackEditing } from "../track/edit.ts";
import { trackOfUpload } from "../resumable/complete.ts";
import { finishResumable } from "./finish.ts";
import { takeUpload } from "./import_track.ts";
import { replaceRecording } from "./replace.ts";
import { uploadIdOf } from "./upload.ts";

const MOST_OWN_TRACKS = 1_000;
/** A list that was asked for right after a change shows it. */
const SHOWN = ["tracks", "renditions", "albums", "search"];
const ALL_REQUIRED = "Please fill in all required fields";
/** What creators do with their own recordings: upload, list, change and delete. */
export function uploadRoutes(deps: Deps) {
  const { links } = deps;
  const running = new AtOnce(MAX_UPLOADS_AT_ONCE);

  return new Routes(deps)
    .serve(calls.uploadTrack, formBody(uploadForm(deps)), async (c) => {
      const { userId } = c.var.session;
      using _turn = running.take(userId);
      const trackId = trackIdFor(c, userId, deps.now());
      const taken = { trackId, actorId: userId, ownerOf: () => Promise.resolve(userId) };
      return c.json(await receiveUpload(deps, c, taken), 201);
    })
    .serve(calls.listMyTracks, async (c) => {
      const { session } = c.var;
      const rows = await listOwnTracks(deps.store.sql, session.userId, MOST_OWN_TRACKS);
      const options = {
        links,
        listener: listenerOf(c, deps, session),
        quality: "normal" as const,
        now: deps.now(),
        mayHear: () => true,
      };
      return c.json({ success: true, tracks: ownTrackAnswers(rows, options) } satisfies MyTracks, 200);
    })
    .serve(calls.deleteTrack, async (c) => {
      const { session } = c.var;
      const removal = {
        trackId: trackIdOf(c),
        userId: session.userId,
        isAdmin: actsAsAdmin(deps, session, "DELETE /api/v1/tracks/:id"),
      };
      const options = { logs: ["social"] as const, metadata: metadataOf(c, session.userId) };
      const { positions } = await deps.store.execute(removeTrack, removal, options);
      await deps.store.catchUp(SHOWN, { positions });
      return c.json({ message: "Track deleted successfully" } satisfies MessageAnswer, 200);
    })
    .serve(calls.changeTrack, [formBody(EDIT_FORM), async (c, next) => {
      if (!/^multipart\//i.test(c.req.header("content-type") ?? "")) return await next();
      using _turn = running.take(c.var.session.userId);
      await changeByForm(deps, c, c.var.session);
      return c.json(CHANGED, 200);
    }], async (c) => {
      await change(deps, c, { session: c.var.session, edit: c.req.valid("json") });
      return c.json(CHANGED, 200);
    });
}

/** Another recording of a song of one's own. */
export function recordingRoutes(deps: Deps) {
  const running = new AtOnce(MAX_UPLOADS_AT_ONCE);
  const form: FormFacts = { files: { audioFile: { kind: "recording", maxBytes: deps.config.maxUploadBytes } } };
  return new Routes(deps)
    .serve(calls.replaceRecording, formBody(form), async (c) => {
      const { userId: ownerId } = c.var.session;
      const trackId = idInPath(c, "trackId", "Track not found");
      await takeTurn(deps, { kind: "recording", perHour: RECORDINGS_AN_HOUR, of: ownerId });
      using _turn = running.take(ownerId);
      await using folder = await workFolder(deps.media);
      const { files } = await receiveForm(c, { folder: folder.path, ...form });
      const audio = files.get("audioFile");
      if (!audio) throw new Refusal("invalid_request", "Please choose a recording", { field: "audioFile" });
      const recordingId = c.req.header("idempotency-key") === undefined
        ? newId(deps.now())
        : uploadIdOf(ownerId, `recording ${trackId} ${commandIdOf(c)}`);
      const replacing = { trackId, ownerId, recordingId, audioPath: audio.path, audioSaid: audio };
      await replaceRecording(deps, replacing, metadataOf(c, ownerId));
      await deps.store.catchUp(SHOWN);
      return c.json({ message: REPLACING } satisfies MessageAnswer, 202);
    });
}

const REPLACING = "The new recording takes the place of the old one as soon as it is ready";
const CHANGED: MessageAnswer = { message: "Track updated successfully" };

const EDIT_FORM = {
  fields: TrackEdit,
  files: { coverImage: { kind: "picture", maxBytes: MAX_PICTURE_BYTES, optional: "Left out, the picture stays." } },
} as const satisfies FormFacts;

/** The documented form of an upload. */
export function uploadForm({ config }: Pick<Deps, "config">) {
  return {
    fields: UploadFields,
    files: {
      audioFile: {
        kind: "recording",
        maxBytes: config.maxUploadBytes,
        optional: "Left out where uploadId names a recording that was sent in pieces.",
      },
      coverImage: {
        kind: "picture",
        maxBytes: MAX_PICTURE_BYTES,
        optional: "Left out with releaseId: the songs of a release have its picture.",
      },
    },
  } as const satisfies FormFacts;
}

interface ReceivedUpload {
  /** Of a recording that comes with the form. */
  readonly trackId: string;
  /** Who sends it. */
  readonly actorId: string;
  /** Whose track it will be, by what the form says. */
  ownerOf(fields: Readonly<Record<string, string>>): Promise<string>;
}

/**
 * Receives the documented form and takes its recording in: the one that comes with it, or one that was sent in pieces
 * before (`uploadId`). Throws Refusals with the documented texts.
 */
export async function receiveUpload(
  deps: Deps,
  c: Context,
  { trackId: given, actorId, ownerOf }: ReceivedUpload,
): Promise<UploadAnswer> {
  await using folder = await workFolder(deps.media);
  const { fields, files } = await receiveForm(c, { folder: folder.path, ...uploadForm(deps) });
  const { uploadId, ...said } = parseBy(UploadFields, filled(fields), { missing: ALL_REQUIRED });
  const [audio, cover] = [files.get("audioFile"), files.get("coverImage")];
  // The songs of a release have its artwork.
  const hasCover = cover !== undefined || said.releaseId !== undefined;
  if (!(audio || uploadId) || !hasCover) {
    throw new Refusal("invalid_request", ALL_REQUIRED, { field: hasCover ? "audioFile" : "coverImage" });
  }
  const trackId = uploadId ? trackOfUpload(actorId, uploadId) : given;
  const ownerId = await ownerOf(fields);
  if (said.releaseId !== undefined) await assertOwnRelease(deps, { releaseId: said.releaseId, ownerId });
  // The documented form names the artist; a song of a release has its artist's own name.
  const artist = said.artist ?? (said.releaseId === undefined ? undefined : await ownArtistName(deps, ownerId));
  if (artist === undefined) throw new InvalidRequest(ALL_REQUIRED, { artist: ALL_REQUIRED });
  await assertOwnName(deps, { artist, ownerId });
  await assertOwnTitle(deps, { title: said.title, ownerId });
  const track = {
    ...trackTexts(said),
    ...{ trackId, ownerId, artist },
    ...(cover ? { cover: await Deno.readFile(cover.path), coverSaid: cover } : {}),
  };
  const metadata = metadataOf(c, actorId);
  if (uploadId) await finishResumable(deps, { ...track, uploadId, actorId, folder: folder.path }, metadata);
  else if (audio) await takeUpload(deps, { ...track, audioPath: audio.path, audioSaid: audio }, metadata);
  // Without positions: an upload that was sent again has appended nothing.
  await deps.store.catchUp([...SHOWN, "creators", "duplicates"]);
  const sameRecording = ownerId === actorId ? await sameRecordingOf(deps, { trackId, ownerId }) : undefined;
  return {
    ...{ success: true, message: "Track uploaded successfully", trackId },
    ...(sameRecording ? { sameRecording } : {}),
  };
}

function trackTexts(
  { duration: _said, artist: _named, downloadable, earlyAccessUntil, album, trackNumber, sameRecording, ...texts }:
    Omit<
      UploadFields,
      "uploadId"
    >,
) {
  return {
    ...{ ...compact(texts), downloadable: downloadable === "true", asksOwner: sameRecording === "ask" },
    ...(earlyAccessUntil ? { earlyUntil: momentOf(earlyAccessUntil) } : {}),
    ...(album ? { album, ...(trackNumber ? { trackNumber } : {}) } : {}),
  };
}

/** Before anything is decoded; the command looks again. */
async function assertOwnRelease(
  { store: { sql } }: Deps,
  { releaseId, ownerId }: { releaseId: string; ownerId: string },
): Promise<void> {
  if ((await findReleases(sql, [releaseId])).get(releaseId)?.ownerId === ownerId) return;
  throw new Refusal("not_found", "Release not found");
}

async function changeByForm(deps: Deps, c: Context, session: Session): Promise<void> {
  await using folder = await workFolder(deps.media);
  const { fields, files } = await receiveForm(c, { folder: folder.path, ...EDIT_FORM });
  const { downloadable, was, ...texts } = filled(fields);
  const isSaid = downloadable === "true" || downloadable === "false";
  const edit = parseBy(TrackEdit, {
    ...texts,
    // An empty album is a song that leaves its album.
    ...(fields["album"]?.trim() === "" ? { album: "" } : {}),
    ...(isSaid ? { downloadable: downloadable === "true" } : {}),
    ...(was ? { was: jsonIn(was) } : {}),
  });
  const picture = files.get("coverImage");
  await change(deps, c, {
    session,
    edit,
    ...(picture ? { cover: await Deno.readFile(picture.path), coverSaid: picture } : {}),
  });
}

async function change(
  deps: Deps,
  c: Context,
  { session, edit, ...picture }: { session: Session; edit: TrackEdit; cover?: Uint8Array; coverSaid?: ReceivedFile },
): Promise<void> {
  const { userId } = session;
  const { was, ...said } = edit;
  const changes = { details: detailsOf(said), ...(was ? { was: detailsOf(was) } : {}) };
  const who = { trackId: trackIdOf(c), userId, isAdmin: actsAsAdmin(deps, session, "PUT /api/v1/tracks/:id") };
  const positions = await editTrack(deps, { ...who, ...changes, ...picture }, metadataOf(c, userId));
  await deps.store.catchUp(SHOWN, { positions });
}

function detailsOf({ earlyAccessUntil, ...said }: Omit<TrackEdit, "was">): TrackEditing["details"] {
  return { ...compact(said), ...(earlyAccessUntil ? { earlyUntil: momentOf(earlyAccessUntil) } : {}) };
}

/** Undefined for what is no JSON: the schema refuses it. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The same key is the same track, so an upload whose answer was lost can be sent again. */
function trackIdFor(c: Context, userId: string, now: number): string {
  return c.req.header("idempotency-key") === undefined ? newId(now) : uploadIdOf(userId, commandIdOf(c));
}

function trackIdOf(c: Context): string {
  return idInPath(c, "id", "Track not found");
}

/** Epoch ms; 0 for "none". */
function momentOf(earlyAccessUntil: string): number {
  return earlyAccessUntil === "none" ? 0 : Date.parse(earlyAccessUntil);
}

/** Whether a call is made from the back office, by a role that may make it. */
export function actsAsAdmin(deps: Deps, session: Session, call: string): boolean {
  if (session.audience !== "admin" || !session.isAdmin) return false;
  assertRole(deps, session, call);
  return true;
}

/** A form sends an empty field as empty text. */
function filled(fields: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).filter(([, text]) => text.trim() !== ""));
}
