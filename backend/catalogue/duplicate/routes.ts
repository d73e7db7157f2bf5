import * as calls from "../../contract/calls/uploads.ts";
import { Routes } from "../../http/routes.ts";
import type { AdminDuplicate, DuplicateQueue, OwnDuplicates } from "../../contract/duplicates.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import { takeTurn } from "../../http/rate_limit.ts";
import { metadataOf } from "../../http/request_id.ts";
import { freshPassword } from "../../http/fresh_password.ts";
import { idInPath } from "../../http/validate.ts";
import { sendFile } from "../stream/send_file.ts";
import { replaceKnown } from "../upload/replace.ts";
import { RECORDINGS_AN_HOUR } from "../../contract/uploads.ts";
import { answerDuplicate, decideDuplicate } from "./decide.ts";
import {
  existingDuplicate,
  listDuplicates,
  openDuplicate,
  ownDuplicate,
  ownDuplicates,
  reasonField,
  soundKeyOf,
} from "./reads.ts";

const NO_SUCH = "There is no such recording";
/** What shows a song as it is after an answer or a decision. */
const SHOWN = ["duplicates", "tracks", "renditions", "albums", "search", "releases_forget_songs"];

const SOUND_HEADERS = { "cache-control": "private, no-store" };

/** Recordings that Orin had already: artists answer about their own, moderators decide about others'. */
export function duplicateRoutes(deps: Deps) {
  const { store } = deps;
  const fresh = freshPassword(deps, "Please enter your password again to decide");
  return new Routes(deps)
    .serve(calls.listOwnDuplicates, async (c) => {
      return c.json(await ownDuplicates(deps, c.var.session.userId) satisfies OwnDuplicates, 200);
    })
    .serve(calls.answerOwnDuplicate, async (c) => {
      const { userId: ownerId } = c.var.session;
      const matchId = idInPath(c, "id", NO_SUCH);
      const trackId = await ownDuplicate(deps, matchId, ownerId);
      const { answer, replaces } = c.req.valid("json");
      const metadata = metadataOf(c, ownerId);
      if (answer === "replace") {
        // The recording is decoded once more, as one that comes by itself.
        await takeTurn(deps, { kind: "recording", perHour: RECORDINGS_AN_HOUR, of: ownerId });
        await replaceKnown(deps, { matchId, ownerId, replaces: replaces ?? "" }, metadata);
      } else {
        await store.execute(answerDuplicate, { matchId, trackId, ownerId, answer }, { logs: ["social"], metadata });
      }
      await store.catchUp(SHOWN);
      return c.json(await ownDuplicates(deps, ownerId) satisfies OwnDuplicates, 200);
    })
    .serve(calls.listDuplicates, async (c) => c.json(await listDuplicates(deps) satisfies DuplicateQueue, 200))
    .serve(calls.getDuplicate, async (c) => {
      return c.json(await openDuplicate(deps, idInPath(c, "id", NO_SUCH)) satisfies AdminDuplicate, 200);
    })
    // By the cookie of the back office: a page's audio element sends no token, and no listener's play is begun.
    .serve(calls.duplicateSound, async (c) => {
      const [matchId, trackId] = [idInPath(c, "id", NO_SUCH), idInPath(c, "trackId", NO_SUCH)];
      const key = await soundKeyOf(deps, matchId, trackId);
      const file = key === undefined ? undefined : await deps.files.stat(key);
      const sent = file && await sendFile(c, deps.files, { key: file.key, bytes: file.bytes, headers: SOUND_HEADERS });
      if (!sent) throw new Refusal("not_found", NO_SUCH);
      return sent;
    })
    .serve(calls.decideDuplicate, fresh, async (c) => {
      const { userId: adminId } = c.var.session;
      const { matchId, trackId, ownerId } = await existingDuplicate(deps, idInPath(c, "id", NO_SUCH));
      const { decision, ground, reason } = c.req.valid("json");
      const sealed = (await deps.personal.keysOf(store.sql, [ownerId])).get(ownerId)?.seal(
        reasonField(matchId),
        reason,
      );
      if (sealed === undefined) throw new Refusal("not_found", NO_SUCH);
      const command = { matchId, trackId, decision, reason: sealed, adminId, ...(ground && { ground }) };
      const options = { logs: ["social"] as const, metadata: metadataOf(c, adminId) };
      const { positions } = await store.execute(decideDuplicate, command, options);
      await store.catchUp(SHOWN, { positions });
      return c.json(await openDuplicate(deps, matchId) satisfies AdminDuplicate, 200);
    });
}
