import { expect, it } from "vitest";
import { speaksForOrin } from "./speaks_for_orin.ts";

it.each(["Orin", "ORIN team", "0rin", "Orin Support", "Official Orin", "The Orin Team", "orin-security", "Оrin Pay"])(
  "%s would pass for Orin",
  (name) => expect(speaksForOrin(name)).toBe(true),
);

it.each(["Orin Agba", "Ayo Orin", "Torin", "Support", "Lorin", "Orinoco Band", ""])(
  "%s is anybody's name",
  (name) => expect(speaksForOrin(name)).toBe(false),
);
