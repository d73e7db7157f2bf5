import { hash } from "@node-rs/argon2";
import { describe, expect, it } from "vitest";
import { assertUsable, checkPassword, hashPassword, isOutdated } from "./passwords.ts";
import { sleep } from "../../testing/wait.ts";

const free = { admit: async () => {}, failed: async () => {} };

describe("hashPassword()", () => {
  it("makes Argon2id hashes with the agreed cost, each with its own salt", async () => {
    const [one, other] = await Promise.all([hashPassword("Ìfẹ́-2026!"), hashPassword("Ìfẹ́-2026!")]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(other);
    expect(isOutdated(one)).toBe(false);
  });

  it("calls a hash with a lower cost outdated", async () => {
    expect(isOutdated(await hash("x", { memoryCost: 8_192, timeCost: 2, parallelism: 1 }))).toBe(true);
  });
});

describe("checkPassword()", () => {
  it("knows the right password from a wrong one, and from nobody's", async () => {
    const passwordHash = await hashPassword("right");
    expect(await checkPassword("right", passwordHash, free)).toBe(true);
    expect(await checkPassword("wrong", passwordHash, free)).toBe(false);
    expect(await checkPassword("right", undefined, free)).toBe(false);
  });

  it("takes the same letters for the same password, however a keyboard makes them", async () => {
    const passwordHash = await hashPassword("ìfẹ́ ọ̀wọ̀".normalize("NFC"));
    expect(await checkPassword("ìfẹ́ ọ̀wọ̀".normalize("NFD"), passwordHash, free)).toBe(true);
  });

  it("hashes at most two at once", async () => {
    const passwordHash = await hashPassword("right");
    const open = Promise.withResolvers<void>();
    let admitted = 0;
    const attempts = { admit: () => (admitted++, open.promise) };
    const guesses = Array.from({ length: 12 }, () => checkPassword("wrong", passwordHash, attempts));
    await sleep(0);
    expect(admitted).toBe(2);
    open.resolve();
    expect(await Promise.all(guesses)).toEqual(guesses.map(() => false));
  });

  it("checks no password that is not admitted", async () => {
    const passwordHash = await hashPassword("right");
    const attempts = { admit: () => Promise.reject(new Error("slow down")) };
    await expect(checkPassword("right", passwordHash, attempts)).rejects.toThrow("slow down");
  });
});

describe("assertUsable()", () => {
  it.each([
    ...["password123", "PASSWORD123", "12345678", "nigeria1", "Password123!", "Nigeria123!!", "Sunflower!", "stingray"],
    ...["aaaaaaaaaaaa", "abcabcabc", "orinorin1", "Orin2026!", "naija-music-1", "Lagos_2026"],
  ])(
    "refuses %j, which everybody tries",
    (password) => {
      expect(() => assertUsable(password, { composed: false })).toThrow("too common");
    },
  );

  it.each(["short1!A".slice(0, 7), "alllowercase1!", "ALLUPPERCASE1!", "NoNumbers!", "NoSpecial1"])(
    "refuses %j where the composition counts",
    (password) => {
      expect(() => assertUsable(password, { composed: true })).toThrow("Password does not meet all requirements");
    },
  );

  it.each(["Ada.Ngozi@orin.example", "ada.ngozi", "ADA.NGOZI!"])(
    "refuses %j of the person's own address",
    (password) => {
      const email = "Ada.Ngozi@Orin.example ";
      expect(() => assertUsable(password, { composed: false, email })).toThrow("Your email address is no password");
      assertUsable(password, { composed: false, email: "chi@orin.example" });
    },
  );

  it("takes what fits the rules, and any uncommon eight characters where they do not count", () => {
    assertUsable("Orin-demo-2026!", { composed: true });
    assertUsable("dùndún and ṣẹ̀kẹ̀rẹ̀", { composed: false });
  });
});
