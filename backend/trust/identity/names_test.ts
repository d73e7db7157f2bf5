import { describe, expect, it } from "vitest";
import { namesAgree } from "./names.ts";

describe("a bank account's name and a person's agree", () => {
  it.each([
    ["in another order and in capitals", "OBI AMAKA", "Amaka Obi"],
    ["with a middle name at the bank", "ADEYEMI BABATUNDE AISHA", "Babatunde Adeyemi"],
    ["with a middle name at Orin", "ADEYEMI BABATUNDE", "Babatunde Aisha Adeyemi"],
    ["without accents and tone marks", "OLUWASEUN ADEBISI", "Olúwáṣeun Adébísí"],
    ["with Igbo dots", "OKORO UCHENNA", "Ụchenna Okoro"],
    ["with Hausa letters and an apostrophe", "DANBABA YAU", "Ɗanbaba Ya’u"],
    ["with a hyphen that the bank leaves out", "FASHOLA ADE OLU", "Ade-Olu Fashola"],
    ["with a hyphen that the bank writes as one word", "FASHOLA ADEOLU", "Ade-Olu Fashola"],
    ["with a double name in two words", "OLUWA SEUN ADEYEMI", "Oluwaseun Adeyemi"],
    ["with a name before and after the wedding", "EZE-BELLO IFEOMA", "Ifeoma Bello"],
    ["with the initial of a middle name at the bank", "OBI AMAKA C", "Amaka Chidinma Obi"],
    ["with the initial of a middle name at Orin", "OBI AMAKA CHIDINMA", "Amaka C. Obi"],
    ["with a title", "MRS OBI AMAKA", "Amaka Obi"],
    ["with spaces and commas", " OBI,  AMAKA ", "Amaka Obi"],
  ])("%s", (_, account, own) => {
    expect(namesAgree(account, own)).toBe(true);
    expect(namesAgree(own, account)).toBe(true);
  });

  it.each([
    ["one word alone", "OBI", "Amaka Obi"],
    ["one word on both sides", "AMAKA", "Amaka"],
    ["one name of two", "OBI CHUKWUDI", "Amaka Obi"],
    ["the surname and an initial", "OBI A", "Amaka Obi"],
    ["initials alone", "A O", "Amaka Obi"],
    ["a title and one name", "CHIEF OBI UCHE", "Chief Obi"],
    ["one name twice", "OBI CHUKWUDI", "Obi Obi"],
    ["another middle name", "OBI AMAKA NGOZI", "Amaka Chidinma Obi"],
    ["one word made of two", "ADEOLU", "Ade Olu"],
    ["a part of a name", "OBIORA AMAKA", "Amaka Obi"],
    ["nothing", "", "Amaka Obi"],
    ["no letters", "0123 456", "Amaka Obi"],
  ])("never with %s", (_, account, own) => {
    expect(namesAgree(account, own)).toBe(false);
    expect(namesAgree(own, account)).toBe(false);
  });

  it("however long a name is", () => {
    const long = Array.from({ length: 500 }, (_, index) => "adaeze".repeat(index + 1)).join(" ");
    expect(namesAgree(long, long)).toBe(true);
  });
});
