import { describe, expect, it } from "vitest";
import { Refusal } from "../../contract/refusal.ts";
import { mobileNumber, normalPhone } from "./phone.ts";

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

describe("mobileNumber()", () => {
  it.each([
    "08031234567",
    "+234 803 123 4567",
    "00234 803 123 4567",
    "+234 (0)803 123 4567",
    "23408031234567",
    "8031234567",
  ])(
    "reads %j as one number",
    (said) => expect(mobileNumber(said)).toBe("+2348031234567"),
  );

  it.each([
    "",
    "+442079460958",
    "012712345",
    "+23412712345",
    "0803123456",
    "080312345678",
    "٠٨٠٣١٢٣٤٥٦٧",
    "０８０３１２３４５６７",
    "0803123456７",
    "08031234567;08031234568",
  ])("refuses %j", (said) => expect(() => mobileNumber(said)).toThrow("Please enter a Nigerian mobile number"));
});
