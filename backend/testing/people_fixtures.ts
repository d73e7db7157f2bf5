import { registerUser } from "../accounts/account/register.ts";
import { enrolAdmin } from "../admin/team/enrol.ts";
import { adminInvitationKind } from "../admin/team/invitation_kind.ts";
import { setCreatorProfile } from "../catalogue/artist/change_profile.ts";
import { recordRendition } from "../catalogue/rendition/record.ts";
import type { RenditionQuality, TrackUploaded } from "../catalogue/track/events.ts";
import { noteDeliveries } from "../catalogue/stream/table.ts";
import { uploadTrack } from "../catalogue/upload/upload.ts";
import type { AdminRole } from "../contract/admin_roles.ts";
import type { Role } from "../contract/accounts.ts";
import { newId } from "../contract/ids.ts";
import type { TrustLevel } from "../contract/trust.ts";
import type { Deps } from "../deps.ts";
import { changeLevel } from "../trust/level/change.ts";

const METADATA = { actor: "system:test" };
const DAY_MS = 24 * 3_600_000;
const SOCIAL = { logs: ["social"] as const, metadata: METADATA };

export interface TestPerson {
  readonly userId: string;
  readonly email: string;
  readonly token: string;
}

export interface PersonOptions {
  readonly userId?: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly email?: string;
  readonly phone?: string;
  readonly address?: string;
  readonly role?: Role;
  readonly isAdmin?: boolean;
  readonly passwordHash?: string;
  /** 2, unless said otherwise: nothing that a level caps. */
  readonly level?: TrustLevel;
}

/** A verified account with an open session. */
export async function addPerson(deps: Deps, options: PersonOptions = {}): Promise<TestPerson> {
  const { userId = newId(deps.now()), role = "listener", isAdmin = false, level = 2 } = options;
  const email = options.email ?? `${userId}@orin.example`;
  const person = { firstName: "Amaka", lastName: "Obi", phone: "", address: "", passwordHash: "none", ...options };
  await registerUser(deps, { ...person, userId, email, role, isAdmin, verified: true }, { metadata: METADATA });
  await raiseLevel(deps, userId, level);
  return { userId, email, token: await tokenOf(deps, { userId, role, isAdmin }) };
}

/** An admin whom `by` invites, who has chosen a password, and whom `confirmedBy` has confirmed, if anybody has. */
export async function inviteAdmin(
  deps: Deps,
  { by, confirmedBy, role, passwordHash = "none" }: {
    readonly passwordHash?: string;
    readonly by: { readonly userId: string };
    readonly confirmedBy?: { readonly userId: string } | undefined;
    readonly role?: AdminRole;
  },
): Promise<TestPerson> {
  const userId = newId(deps.now());
  const person = { userId, firstName: "Sock", lastName: "Puppet", email: `${userId}@farm.example` };
  const account = { ...person, phone: "", address: "", role: "listener" as const, passwordHash };
  const as = (actor: { readonly userId: string }) => ({ actor: `user:${actor.userId}` });
  await registerUser(deps, { ...account, verified: true, isAdmin: true, adminRole: role }, { metadata: as(by) });
  await deps.store.execute(enrolAdmin, { userId }, { logs: ["social"], metadata: as({ userId }) });
  if (confirmedBy) {
    const command = { userId, by: confirmedBy.userId, step: "carry_out" as const };
    await deps.store.execute(adminInvitationKind.booking, command, { logs: ["social"], metadata: as(confirmedBy) });
  }
  return { userId, email: person.email, token: await tokenOf(deps, { userId, isAdmin: true }) };
}

/** Gives an account a level without its conditions. */
export async function raiseLevel(deps: Pick<Deps, "store">, userId: string, level: TrustLevel): Promise<void> {
  await deps.store.execute(changeLevel, { userId, level, because: "set_up" }, SOCIAL);
}

/** The token of a new session. */
export async function tokenOf(
  deps: Deps,
  { userId, role = "listener", isAdmin = false }: { userId: string; role?: Role; isAdmin?: boolean },
): Promise<string> {
  const audience = isAdmin ? "admin" as const : "user" as const;
  const start = { userId, role, isAdmin, audience, remember: true, userAgent: "test" };
  return await deps.tokens.signSession((await deps.sessions.start(start)).session);
}

/** Gives an artist a profile. */
export async function addProfile(
  deps: Deps,
  profile: { creatorId: string; name: string; bio?: string; stateProvince?: string },
): Promise<void> {
  const whole = { bio: "", city: "Jos", stateProvince: "", country: "Nigeria", ...profile };
  await deps.store.execute(setCreatorProfile, whole, SOCIAL);
  await deps.store.settle();
}

/** A track as its upload leaves it, and all that follows from it: it waits for its first rendition. */
export async function addUpload(
  deps: Deps,
  track: Partial<TrackUploaded["data"]> = {},
): Promise<TrackUploaded["data"]> {
  const upload = await sendUpload(deps, track);
  await deps.store.settle();
  return upload;
}

/** As `addUpload`, where nothing waits for what follows. */
export async function sendUpload(
  deps: Deps,
  track: Partial<TrackUploaded["data"]> = {},
): Promise<TrackUploaded["data"]> {
  const { trackId = newId() } = track;
  const upload: TrackUploaded["data"] = {
    trackId,
    ownerId: newId(),
    title: "Test Song",
    artist: "Test Artist",
    genre: "jazz",
    durationMs: 120_000,
    loudness: { integratedLufs: -14, peakDbfs: -1 },
    sourceKey: `sources/${trackId}.wav`,
    peaksKey: `tracks/${trackId}/peaks.json`,
    downloadable: false,
    ...track,
  };
  await deps.store.execute(uploadTrack, upload, SOCIAL);
  return upload;
}

/** Sound of tracks that was sent to a listener, in ms of each track; times in epoch ms. */
interface TestDelivery {
  /** Left out, two hours: more than any test's track. */
  readonly ms?: number;
  /** Of the tracks; left out, all of it was sent. */
  readonly durationMs?: number;
  /** Left out, 15 days ago to in a day: it proves whatever a test reports. */
  readonly beganAt?: number;
  readonly endsAt?: number;
  readonly device?: string;
}

/** Records that the sound of tracks was sent to a listener, as the stream does it: a ticket for each of them. */
export async function deliver(
  { store, shardOf, now }: Pick<Deps, "store" | "shardOf" | "now">,
  userId: string,
  trackIds: readonly string[],
  { ms = 7_200_000, beganAt = now() - 15 * DAY_MS, endsAt = now() + DAY_MS, device, durationMs = ms }: TestDelivery =
    {},
): Promise<void> {
  const sent = { shard: shardOf(userId), listenerId: userId, durationMs, device, speed: 1, isCopy: true };
  const times = { beganAt, lastAt: Math.max(beganAt, now()), endsAt };
  const rows = [...new Set(trackIds)].map((trackId) => {
    return { ...sent, ...times, trackId, ticketId: newId(), stretches: [[0, ms] as const] };
  });
  await noteDeliveries(store.sql, rows);
}

/** A published track without its files. */
export async function addTrack(
  deps: Deps,
  track: Partial<TrackUploaded["data"]> & { ownerId: string },
): Promise<TrackUploaded["data"]> {
  const [added] = await addTracks(deps, [track]);
  if (!added) throw new Error("No track was added");
  return added;
}

/** As `addTrack`, all at the same time: one wait for what follows, where each by itself would need its own. */
export async function addTracks(
  deps: Deps,
  tracks: readonly (Partial<TrackUploaded["data"]> & { ownerId: string })[],
): Promise<TrackUploaded["data"][]> {
  const added = await Promise.all(tracks.map(async (track) => {
    const upload = await sendUpload(deps, track);
    await addRendition(deps, { trackId: upload.trackId, quality: "normal", bytes: 1_000 });
    return upload;
  }));
  await deps.store.settle();
  return added;
}

/** Tells of a rendition, and answers the key of its file. */
export async function addRendition(
  deps: Deps,
  { trackId, quality, bytes }: { trackId: string; quality: RenditionQuality; bytes: number },
): Promise<{ key: string; contentType: string }> {
  const [ending, contentType] = quality === "download" ? ["mp3", "audio/mpeg"] : ["m4a", "audio/mp4"];
  const key = `tracks/${trackId}/${quality}.${ending}`;
  await deps.store.execute(recordRendition, { trackId, quality, key, bytes, contentType }, SOCIAL);
  return { key, contentType };
}
