import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { newId } from "../../contract/ids.ts";
import { openTestStore, TEST_KEYS, TEST_SECRET, type TestStore } from "../../testing/store.ts";
import { connect, type Sql } from "../sql.ts";
import { Keyring } from "./keyring.ts";
import { PersonalData } from "./personal_data.ts";
import { rewrapAll } from "./rewrap.ts";
import { Signer } from "./signer.ts";

const NEWER = "a newer secret for tests only, of 32 characters";
const known = { first: TEST_KEYS.first, kept: new Map([["personal lookups", TEST_KEYS.kept("personal lookups")]]) };
const both = new Keyring([NEWER, TEST_SECRET], known);
const newerAlone = new Keyring([NEWER], known);

describe("Signer", () => {
  it("reads what a secret of the ring signed, and names the secret unless it is the first", () => {
    const [old, newer] = [new Signer(TEST_KEYS, "tests"), new Signer(both, "tests")];
    expect(old.sign("text").split(".")).toHaveLength(2);
    expect(newer.sign("text").split(".")).toEqual(["text", both.newest.kid, expect.any(String)]);
    expect([newer.read(old.sign("text")), newer.read(newer.sign("text"))]).toEqual(["text", "text"]);
    expect(old.read(newer.sign("text"))).toBeUndefined();
    expect(new Signer(newerAlone, "tests").read(old.sign("text"))).toBeUndefined();
    expect(new Signer(both, "others").read(newer.sign("text"))).toBeUndefined();
  });

  it("refuses a signature under another secret's name", () => {
    const newer = new Signer(both, "tests");
    const [text, , signature] = newer.sign("text").split(".");
    for (const token of [`${text}.${signature}`, `${text}.${both.first}.${signature}`, `${text}..${signature}`]) {
      expect(newer.read(token)).toBeUndefined();
    }
  });
});

describe("people's keys", () => {
  let test: TestStore;
  let owner: Sql;
  beforeEach(async () => {
    test = await openTestStore();
    owner = connect(test.ownerUrl, { max: 2 });
  });
  afterEach(async () => {
    await owner.end();
    await test[Symbol.asyncDispose]();
  });

  it("open by each secret of the ring, those without a name by the first", async () => {
    const [ada, obi, efe] = [newId(), newId(), newId()];
    const before = new PersonalData(TEST_KEYS);
    const sealed = (await before.keyOf(owner, ada)).seal("email", "ada@orin.example");
    await before.keyOf(owner, obi);
    await owner`update person_keys set kid = null where person_id = ${ada}`;
    const after = new PersonalData(both);
    await after.keyOf(owner, efe);
    const opened = await after.keysOf(owner, [ada, obi, efe]);
    expect([opened.size, opened.get(ada)?.open("email", sealed)]).toEqual([3, "ada@orin.example"]);
    expect(after.lookupHash("email", "ada")).toBe(before.lookupHash("email", "ada"));
    await expect(before.keysOf(owner, [efe])).rejects.toThrow(`The secret ${both.newest.kid} is not in ORIN_SECRETS`);
  });

  it("are all wrapped anew by rewrapAll(), once, and open without the old secret", async () => {
    const people = Array.from({ length: 1_100 }, () => newId());
    const before = new PersonalData(TEST_KEYS);
    for (const person of people) await before.keyOf(owner, person);
    const payout = await before.keyOf(owner, people[0] ?? "", "payout");
    const sealed = payout.seal("account", "0123456789");
    await expect(rewrapAll(owner, newerAlone)).rejects.toThrow("is not in ORIN_SECRETS");
    expect((await rewrapAll(owner, both)).persons).toBe(1_101);
    expect((await rewrapAll(owner, both)).persons).toBe(0);
    const after = await new PersonalData(newerAlone).keysOf(owner, people, "payout");
    expect(after.get(people[0] ?? "")?.open("account", sealed)).toBe("0123456789");
    expect((await new PersonalData(newerAlone).keysOf(owner, people)).size).toBe(1_100);
  });
});
