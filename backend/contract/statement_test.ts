import { expect, it } from "vitest";
import { movementLabel } from "./statement.ts";

it("a movement has its words, and one without words is shown by its code", () => {
  expect(movementLabel("withdrawal_voided")).toBe("Withdrawals returned");
  expect(movementLabel("withdrawal_reversed")).toBe("Withdrawals sent back by a bank");
  expect(movementLabel("something_new")).toBe("Something new");
});
