import { describe, expect, it } from "vitest";
import { Refusal } from "../../contract/refusal.ts";
import { normalPhone } from "./phone.ts";

describe("normalPhone()", () => {
  it.each([
    ["08031234567", "+2348031234567"],
    ["0803 123 4567", "+2348031234567"],
    ["0-70-1234-5678", "+2347012345678"],
    ["2349131234567", "+2349131234567"],
    ["+234 (0) 803 123 4567".replace("(0) ", ""), "+2348031234567"],
    ["+2347101234567", "+2347101234567"],
    ["8131234567", "+2348131234567"],
    ["+44 20 7946 0958", "+442079460958"],
    ["+1 (202) 555-0143", "+12025550143"],
    ["01 271 2345", "012712345"],
    ["+234 1 271 2345", "+23412712345"],
    ["1234567890", "1234567890"],
    ["", ""],
    ["  ", ""],
  ])("reads %j as %j", (said, expected) => expect(normalPhone(said)).toBe(expected));

  it.each(["12345", "1234567890123456", "phone", "0803x234567", "+0123456789", "+44"])(
    "refuses %j and says what it expects",
    (said) => {
      expect(() => normalPhone(said)).toThrow(Refusal);
      expect(() => normalPhone(said)).toThrow("Please enter a valid phone number");
    },
  );
});
