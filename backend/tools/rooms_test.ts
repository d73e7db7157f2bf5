import { expect, it } from "vitest";
import { costOf, roomOf, said } from "./rooms.ts";

it.each([
  ["backend/store/store.ts", "store, ledger, http"],
  ["backend/gifts/refund/kind.ts", "areas"],
  ["backend/gifts/refund/kind_test.ts", "tests"],
  ["backend/main.ts", "start, main, app, config, mails"],
  ["pwa/src/admin/Users.tsx", "app: back office"],
  ["pwa/src/admin/Users_test.tsx", "tests"],
  ["pwa/service_worker.ts", "app: the rest"],
  ["docs/testing.md", "documents and settings"],
])("%s is in the room %s", (path, room) => {
  expect(roomOf(path)).toBe(room);
});

it("the cost of a change is said by room; a moved file counts where it goes to, a picture has no lines", () => {
  const numstat = [
    "10\t2\tbackend/gifts/give.ts",
    "1\t1\tbackend/{demo/making => testing}/random.ts",
    "5\t0\tbackend/gifts/state.ts",
    "-\t-\tdocs/screens/home.webp",
  ].join("\n");
  expect(said(costOf(numstat))).toBe(
    "areas 2 files +15 −2; documents and settings 1 file +0 −0; tests 1 file +1 −1",
  );
});
