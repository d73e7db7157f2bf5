import { expect, it } from "vitest";
import { CLOSING_EVENTS, type ClosingEvent, closingsOf, isClosing } from "./account_closings.ts";

const closed = (userId: string): ClosingEvent => ({ type: "AccountClosed", data: { userId, by: "owner", eraseAt: 9 } });
const reopened = (userId: string): ClosingEvent => ({ type: "AccountReopened", data: { userId, by: "owner" } });
const erased = (userId: string): ClosingEvent => ({ type: "AccountErased", data: { userId } });
const verified = { type: "EmailVerified" as const, data: { userId: "ada" } };

it.each<[string, ClosingEvent[], Partial<ReturnType<typeof closingsOf>>]>([
  ["nobody", [], {}],
  ["who closed", [closed("ada")], { closed: ["ada"] }],
  ["who came back", [closed("ada"), reopened("ada")], { reopened: ["ada"] }],
  ["who came back and left again", [closed("ada"), reopened("ada"), closed("ada")], { closed: ["ada"] }],
  ["who was erased after all", [closed("ada"), erased("ada")], { erased: ["ada"] }],
  ["each for themselves", [closed("ada"), closed("ben"), reopened("ben"), closed("cem"), erased("cem")], {
    ...{ closed: ["ada"], reopened: ["ben"], erased: ["cem"] },
  }],
])("closingsOf() tells %s, by the last word", (_who, events, told) => {
  const nobody = { closed: [], reopened: [], erased: [] };
  expect(closingsOf([verified, ...events, verified])).toEqual({ ...nobody, ...told });
});

it("isClosing() knows the three events, and no other of an account", () => {
  expect([closed("ada"), reopened("ada"), erased("ada")].map(isClosing)).toEqual([true, true, true]);
  expect([closed("ada"), reopened("ada"), erased("ada")].map(({ type }) => type)).toEqual([...CLOSING_EVENTS]);
  expect(isClosing(verified)).toBe(false);
});
