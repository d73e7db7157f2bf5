import { expect, it } from "vitest";
import { NIGERIAN_STATES, stateIn } from "./nigeria.ts";

it("knows the 36 states and the capital territory, each by its name in any writing", () => {
  expect(NIGERIAN_STATES).toHaveLength(37);
  for (const state of NIGERIAN_STATES) {
    expect([stateIn(state), stateIn(`3 High Road, ${state.toUpperCase()} STATE.`)]).toEqual([state, state]);
  }
});

it.each([
  ["14 Adeniran Ogunsanya Street, Surulere, Lagos", "Lagos"],
  ["5 Kano Street, Ebute Metta, Lagos", "Lagos"],
  ["Plot 7, Wuse II, Abuja, F.C.T.", "FCT Abuja"],
  ["12 Aba Road, Port-Harcourt", "Rivers"],
  ["Òṣogbo, Ọ̀ṣun", "Osun"],
  ["Lagos Road, Ìbàdàn, Nigeria", "Oyo"],
  ["Benin City", "Edo"],
  ["Cotonou, Benin", undefined],
  ["1 Nigeria Close, London", undefined],
  ["", undefined],
])("reads %s", (address, state) => expect(stateIn(address)).toBe(state));
