import { expect, it } from "vitest";
import { newId } from "../../backend/contract/ids.ts";
import { openTestProjection } from "../../backend/testing/projection.ts";
import { activityOf, actorsOf, teamActivity } from "./team_activity.ts";

const [artist, member, admin, trackId] = [newId(), newId(), newId(), newId()];
const about = { creatorId: artist, memberId: member };
const changed = { type: "TrackChanged" as const, data: { trackId, ownerId: artist, title: "New" } };
const joined = {
  type: "TeamMemberJoined" as const,
  data: { ...about, invitationId: newId(), role: "editor" as const },
  actor: `user:${member}`,
};
const erased = (userId: string) => ({ type: "AccountErased" as const, data: { userId } });

it("tells what the artist and their team did, and nothing of admins and Orin, until the artist is erased", async () => {
  await using test = await openTestProjection(teamActivity);
  const list = (tx: Parameters<typeof activityOf>[0]) => activityOf(tx, { creatorId: artist, limit: 10 });
  const told = async (...events: Parameters<typeof test.given>[0]) =>
    (await test.given(events, list)).map(({ type, actorId, subjectId, detail }) => [type, actorId, subjectId, detail]);
  const own = { ...changed, actor: `user:${artist}` };
  expect(await told(own)).toEqual([["TrackChanged", artist, trackId, ""]]);
  expect(await told({ ...changed, actor: `user:${admin}` }, { ...changed, actor: "system:media" })).toEqual([]);
  expect(await told(joined)).toEqual([["TeamMemberJoined", member, member, "editor"]]);
  const left = {
    type: "TeamMemberLeft" as const,
    data: { ...about, because: "removed" as const },
    actor: `user:${artist}`,
  };
  expect(await told(joined, own, left)).toEqual([
    ["TeamMemberLeft", artist, member, "removed"],
    ["TrackChanged", artist, trackId, ""],
    ["TeamMemberJoined", member, member, "editor"],
  ]);
  expect(await told(joined, own, erased(artist))).toEqual([]);
  expect(await told(joined, erased(member), own)).toHaveLength(2);
  expect(await test.given([joined, own, own], (tx) => actorsOf(tx, artist))).toEqual([artist, member].toSorted());
  expect(await test.given([joined, own, erased(artist)], (tx) => actorsOf(tx, artist))).toEqual([]);
});
