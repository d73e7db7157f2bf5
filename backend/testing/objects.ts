import { newId } from "../contract/ids.ts";
import type { Deps } from "../deps.ts";
import type { Call } from "./call.ts";
import { addUpload } from "./people_fixtures.ts";
import { givePremium } from "./premium.ts";

/** A creator with Premium who has one of each thing that calls name in their path, by the route that names it. */
export async function addObjects(
  { deps, call }: { readonly deps: Deps; readonly call: Call },
  owner: { readonly userId: string; readonly token: string },
): Promise<Map<string, string>> {
  const { token, userId } = owner;
  const make = async (method: string, path: string, body: object) => {
    const answer = await call(method, path, { token, body });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
  };
  const { trackId } = await addUpload(deps, { ownerId: userId });
  const { body: sessions } = await call("GET", "/api/auth/sessions", { token });
  await givePremium(deps, userId);
  const [playlistId, commentId] = [newId(), newId()];
  await make("PUT", "/api/v1/update-profile", { firstName: "Ọwẹ́", lastName: "Ner" });
  await make("POST", "/api/v1/playlists", { playlistId, name: "Mine" });
  await deps.store.settle();
  await make("POST", "/api/v1/comments", { commentId, artistId: userId, content: "Mine" });
  return new Map([
    ["/api/v1/tracks/:id", trackId],
    ["/api/auth/sessions/:id", idIn(sessions)],
    ["/api/v1/playlists/:id", playlistId],
    ["/api/v1/comments/:id", commentId],
  ]);
}

/** The first id in an answer. */
function idIn(body: unknown): string {
  return /"id":"([0-9a-f-]{36})"/.exec(JSON.stringify(body))?.[1] ?? "";
}
