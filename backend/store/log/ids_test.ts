import { expect, it } from "vitest";
import { derivedId } from "./ids.ts";

it.each([
  ["01935a6b-7c1e-7d2f-8a3b-4c5d6e7f8091", "uploaded", "a0eede89-91c1-5dd8-9423-5f0db5683f9d"],
  ["01935a6b-7c1e-7d2f-8a3b-4c5d6e7f8091", "playlist Ọjọ́ Ayọ̀", "de645d88-e1fc-5e90-83fd-d1479ecf5d9a"],
  // No UUID of any version: clients may send such ids.
  ["00000000-0000-0000-0000-000000000007", "hold placed", "79fc23a5-a2b7-5c90-8172-caea230a4a40"],
])("derivedId() of %s and %j is the one in stored events", (id, word, derived) => {
  expect(derivedId(id, word)).toBe(derived);
});
