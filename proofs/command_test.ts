import { expect, it } from "vitest";
import { commandOf } from "./command.ts";

const said = { proves: "It holds.", minutes: 1 };

it("a proof with a command of its own gets the options as they are", () => {
  const { args, env } = commandOf({ ...said, name: "load" }, ["--listeners", "20"]);
  expect([args, env]).toEqual([["run", "-A", "proofs/load/main.ts", "--listeners", "20"], {}]);
});

const kills = {
  ...{ ...said, name: "kills", tests: ["backend/wallet/withdrawal/kill_test.ts"] },
  ...{ env: { ORIN_SEED: "1", ORIN_ROUNDS: "20" }, options: { rounds: "ORIN_ROUNDS" } },
};

it("a proof of tests runs these with its variables, and an option sets one of them", () => {
  const { args, env } = commandOf(kills, ["--rounds", "5"]);
  expect(args.slice(-2)).toEqual(["backend", "backend/wallet/withdrawal/kill_test.ts"]);
  expect(env).toEqual({ ORIN_PROOF: "1", ORIN_SEED: "1", ORIN_ROUNDS: "5" });
});

it("a proof of tests refuses an option that it has not", () => {
  expect(() => commandOf(kills, ["--listeners", "5"])).toThrow("There is no --listeners: use --rounds");
});
