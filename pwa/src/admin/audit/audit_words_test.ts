import { expect, it } from "vitest";
import { actorOf } from "./audit_words.ts";

const ID = "0198c1f0-0000-7000-8000-00000000abcd";

it("finds the actor in what an admin types or pastes", () => {
  expect(actorOf("")).toBe("");
  expect(actorOf(" visitor ")).toBe("visitor");
  expect(actorOf("system:payments")).toBe("system:payments");
  expect(actorOf(`user:${ID}`)).toBe(`user:${ID}`);
  expect(actorOf(`https://orin.example/people/${ID.toUpperCase()}`)).toBe(`user:${ID}`);
  expect(actorOf("Puppet Admin")).toBeUndefined();
});
