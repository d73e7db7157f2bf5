import { afterAll, beforeAll, expect, it } from "vitest";
import { newId } from "../../contract/ids.ts";
import type { Deps } from "../../deps.ts";
import { openTestListeners, type TestListeners } from "../../testing/listeners.ts";
import { isrcSeries, upcSeries } from "./series.ts";
import { giveCode } from "./table.ts";
import { assertIsrcMayBe, assertUpcMayBe } from "./typed.ts";

let test: TestListeners;
let deps: Deps;
beforeAll(async () => {
  test = await openTestListeners(Date.UTC(2026, 5, 1));
  const { deps: plain } = test.world;
  deps = { ...plain, config: { ...plain.config, isrcPrefix: "NGXYZ", upcPrefix: "61512345" } };
});
afterAll(() => test[Symbol.asyncDispose]());

it("a typed code of the operator's prefix must be the one that Orin gave", async () => {
  const { sql } = deps.store;
  const [song, release] = [newId(), newId()];
  const isTaken = () => Promise.resolve(false);
  const isrc = await giveCode(sql, { series: isrcSeries("NGXYZ", test.now()), subjectId: song, isTaken }) ?? "";
  const upc = await giveCode(sql, { series: upcSeries("61512345"), subjectId: release, isTaken }) ?? "";
  await assertIsrcMayBe(deps, song, isrc);
  await assertIsrcMayBe(deps, newId(), "GBA012600001");
  await assertUpcMayBe(deps, release, upc);
  await assertUpcMayBe(deps, release, "036000291452");
  await expect(assertIsrcMayBe(deps, newId(), isrc)).rejects.toMatchObject({ code: "isrc_taken" });
  await expect(assertIsrcMayBe(deps, song, "NGXYZ2600099")).rejects.toMatchObject({ code: "isrc_taken" });
  await expect(assertUpcMayBe(deps, newId(), upc)).rejects.toMatchObject({ code: "invalid_request" });
  await assertIsrcMayBe(test.world.deps, newId(), isrc);
});
