import { countDrafts, findReleases } from "../../../projections/catalogue/releases.ts";
import { refusalOfLateForm } from "../../accounts/account/reads.ts";
import type { FileClaim } from "../../adapters/media/types.ts";
import { MOST_DRAFTS } from "../../contract/releases.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Declaration } from "../../contract/requests/releases.ts";
import type { Deps } from "../../deps.ts";
import type { Metadata } from "../../store/log/event.ts";
import { taxPercentNow } from "./tax.ts";
import { refused, storePicture, type UploadDeps } from "../upload/import_track.ts";
import { type ReleaseDrafted, type ReleaseEvent, releaseStream } from "./events.ts";
import { alignSongs } from "./songs.ts";
import {
  decideDate,
  decideDeclaration,
  decideDraft,
  decideNoDate,
  NO_RELEASE_WORDS,
  type ReleaseDetails,
} from "./state.ts";
import { releases } from "./releases.ts";

/** Begins a release; the same one again changes nothing. Refuses with `invalid_request` where an artist has too many. */
export const draftRelease = releases.handler("draftRelease", {
  id: ({ releaseId }: ReleaseDrafted["data"]) => releaseId,
  beside: (tx, drafts) => countDrafts(tx, drafts.map(({ ownerId }) => ownerId)),
  decide: (release, draft, { beside }) =>
    decideDraft(release, { ...draft, drafts: beside.get(draft.ownerId) ?? 0, most: MOST_DRAFTS }),
  result: ({ events }) => ({ drafted: events.length > 0 }),
});

const scheduleRelease = releases.handler("scheduleRelease", {
  id: ({ releaseId }: Parameters<typeof decideDate>[1]) => releaseId,
  decide: (release, date, { now }) => decideDate(release, date, now),
  result: ({ events }) => ({ scheduled: events.length > 0 }),
});

/**
 * Gives a release a date, or another one. `was` is the date that the form showed, 0 for none (epoch ms). Throws Refusal
 * `not_found`, `invalid_request`, `release_not_ready`, `conflict`.
 */
export async function setReleaseDate(
  deps: ReleaseDeps,
  date: Parameters<typeof decideDate>[1],
  metadata: Metadata,
): Promise<void> {
  await orSayWho(deps, date, async () => {
    await deps.store.execute(scheduleRelease, date, { logs: ["social"], metadata });
  });
}

/** Takes its date away. Refuses with `not_found`. */
export const unscheduleRelease = releases.handler("unscheduleRelease", {
  id: ({ releaseId }: Parameters<typeof decideNoDate>[1]) => releaseId,
  decide: decideNoDate,
  result: ({ events }) => ({ unscheduled: events.length > 0 }),
});

const declare = releases.handler("declareRelease", {
  id: ({ declaration }: Parameters<typeof decideDeclaration>[1]) => declaration.releaseId,
  decide: decideDeclaration,
  result: ({ events }) => ({ declared: events.length > 0 }),
});

/** A change of a release by its artist. */
interface ReleaseEditing {
  readonly releaseId: string;
  readonly ownerId: string;
  readonly details: Partial<ReleaseDetails>;
  /** What the form showed when it was loaded. */
  readonly was?: Partial<ReleaseDetails> | undefined;
}

/** Changes details of a release; its songs follow where it is out. Throws Refusal `not_found`, `conflict`. */
export async function changeRelease(deps: ReleaseDeps, editing: ReleaseEditing, metadata: Metadata): Promise<void> {
  const { releaseId, ownerId, details, was } = editing;
  await orSayWho(deps, editing, async () => {
    const change = { kind: "details", releaseId, ownerId, details, ...(was && { was }) } as const;
    await deps.store.execute(alignSongs, change, { logs: ["social"], metadata });
  });
}

/** Another order of its songs. Throws Refusal `not_found`, `conflict`, `invalid_request`. */
export async function orderRelease(
  deps: ReleaseDeps,
  order: { releaseId: string; ownerId: string; trackIds: readonly string[]; was?: readonly string[] | undefined },
  metadata: Metadata,
): Promise<void> {
  await orSayWho(deps, order, async () => {
    await deps.store.execute(alignSongs, { kind: "order", ...order }, { logs: ["social"], metadata });
  });
}

/** Sets the artwork. Throws Refusal `file_refused`, `not_found`. */
export async function setArtwork(
  deps: ReleaseDeps & UploadDeps,
  { releaseId, ownerId, bytes, said }: { releaseId: string; ownerId: string; bytes: Uint8Array; said?: FileClaim },
  metadata: Metadata,
): Promise<void> {
  // Checks permission before it looks at the picture.
  if ((await findReleases(deps.store.sql, [releaseId])).get(releaseId)?.ownerId !== ownerId) {
    throw new Refusal("not_found", NO_RELEASE_WORDS);
  }
  try {
    const cover = await storePicture(deps, { folder: "covers", ownerId: releaseId, bytes, said });
    await changeRelease(deps, { releaseId, ownerId, details: { cover } }, metadata);
  } catch (error) {
    throw refused(error);
  }
}

/** Keeps what the artist declares, with the tax rule of the moment. The same again changes nothing. */
export async function declareRelease(
  deps: Pick<Deps, "store" | "personal" | "now">,
  { releaseId, ownerId, declaration }: { releaseId: string; ownerId: string; declaration: Declaration },
  metadata: Metadata,
): Promise<void> {
  const { sql } = deps.store;
  const key = (await deps.personal.keysOf(sql, [ownerId])).get(ownerId);
  if (!key) throw new Refusal("session_ended", "Authentication required. Please login again.");
  const known = (await findReleases(sql, [releaseId])).get(releaseId)?.declared;
  const { ownership, society, societyNumber: number } = declaration;
  const knownNumber = known?.societyNumber === undefined ? "" : key.open(`society ${releaseId}`, known.societyNumber);
  const withheldPercent = await taxPercentNow(deps);
  const isSame = known !== undefined && known.ownership === ownership && known.society === society &&
    knownNumber === number && known.withheldPercent === withheldPercent;
  const sealed = number === "" ? {} : { societyNumber: key.seal(`society ${releaseId}`, number) };
  const data = { releaseId, ownerId, ownership, society, ...sealed, withheldPercent };
  await deps.store.execute(declare, { declaration: data, isSame }, { logs: ["social"], metadata });
}

type ReleaseDeps = Pick<Deps, "store" | "personal">;

/** Says who changed the release since the form was loaded. */
async function orSayWho(
  deps: ReleaseDeps,
  { releaseId, ownerId: artistId }: { releaseId: string; ownerId: string },
  run: () => Promise<void>,
) {
  try {
    await run();
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "conflict") throw error;
    const events = await deps.store.readStream<ReleaseEvent>("social", releaseStream(releaseId));
    const last = events.findLast(({ type }) => /^Release(Changed|Song|Ordered|Scheduled|Unscheduled)/.test(type));
    const { metadata: { actor } = { actor: "" }, recordedAt: at = 0 } = last ?? {};
    const change = { actor, at, what: "this release", next: "look again, then change it" };
    throw await refusalOfLateForm(deps, { ...change, artistId });
  }
}
