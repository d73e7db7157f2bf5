import { expect, it } from "vitest";
import { newId } from "../../backend/contract/ids.ts";
import { openTestProjection } from "../../backend/testing/projection.ts";
import { artistLinks, creatorOfHandle, handlesOf, namesakesOf } from "./artist_links.ts";

const [zee, ada] = [newId(), newId()];
const chosen = (handle: string, creatorId: string, at: number) =>
  ({ type: "ArtistLinkChosen", data: { creatorId, handle }, stream: `artist_link/${handle}`, at }) as const;
const named = (creatorId: string, name: string) =>
  ({
    type: "CreatorProfileSet",
    data: { creatorId, name, bio: "", city: "Lagos", stateProvince: "Lagos", country: "Nigeria" },
    stream: `creator/${creatorId}`,
  }) as const;
const all = [
  named(zee, "Zee Ɗanjuma"),
  chosen("zee", zee, 1),
  chosen("zee-danjuma", zee, 2),
  named(ada, "Zee-Danjuma"),
  chosen("ada", ada, 3),
];

it("keeps to whom every handle leads, the one chosen last first, and who is called like it", async () => {
  await using test = await openTestProjection(artistLinks);
  type Ask = Parameters<typeof handlesOf>[0];
  const handles = (id: string) => (tx: Ask) => handlesOf(tx, id);
  const leadsTo = (handle: string) => async (tx: Ask) => [await creatorOfHandle(tx, handle)];
  const namesakes = (handle: string) => async (tx: Ask) => (await namesakesOf(tx, handle)).toSorted();
  expect(await test.given(all, handles(zee))).toEqual(["zee-danjuma", "zee"]);
  // One that was theirs before is theirs again, and shown first.
  expect(await test.given([...all, chosen("zee", zee, 4)], handles(zee))).toEqual(["zee", "zee-danjuma"]);
  expect(await test.given(all, leadsTo("zee"))).toEqual([zee]);
  expect(await test.given(all, leadsTo("nobody"))).toEqual([undefined]);
  expect(await test.given(all, namesakes("zee-danjuma"))).toEqual([zee, ada].toSorted());
  expect(await test.given([...all, named(ada, "Ada")], namesakes("zee-danjuma"))).toEqual([zee]);
});

it("forgets the handles and the name of who is erased, and of nobody else; who only closes keeps them", async () => {
  await using test = await openTestProjection(artistLinks);
  const kept = async (tx: Parameters<typeof handlesOf>[0]) => [
    await creatorOfHandle(tx, "zee"),
    await creatorOfHandle(tx, "ada"),
    (await namesakesOf(tx, "zee-danjuma")).toSorted(),
  ];
  const closed = { type: "AccountClosed", data: { userId: zee, closedBy: "user" }, stream: `user/${zee}` } as never;
  expect(await test.given([...all, closed], kept)).toEqual([zee, ada, [zee, ada].toSorted()]);
  const erased = { type: "AccountErased", data: { userId: zee }, stream: `user/${zee}` } as const;
  expect(await test.given([...all, erased], kept)).toEqual([undefined, ada, [ada]]);
});
