import { describe, expect, it } from "vitest";
import type { AdminRole } from "../contract/admin_roles.ts";
import { type Answerers, assertMayAnswer, mayAnswer } from "../contract/appeal_reviewers.ts";
import { answerersOf } from "./answerers.ts";
import type { Admin } from "../contract/admin_standing.ts";

type TestAdmin = Admin & { readonly isHere: boolean };

const NOW = 1_000 * 3_600_000;
const CALL = "POST /api/v1/admin/moderation/:kind/:subjectId/hide";
const founder = (userId: string): TestAdmin => ({
  ...{ userId, root: userId, invitedBy: undefined, isEnrolled: true, isConfirmed: true, role: "owner", isHere: true },
});
const invited = (userId: string, by: TestAdmin, role: AdminRole = "catalogue"): TestAdmin => (
  { ...founder(userId), root: by.root, invitedBy: by.userId, role }
);
const left = (admin: TestAdmin): TestAdmin => ({ ...admin, isHere: false });
const shutOut = (admin: TestAdmin): TestAdmin => ({ ...admin, isSuspended: true });
const [ada, bola] = [founder("ada"), founder("bola")];
const [chi, dan] = [invited("chi", ada), invited("dan", ada)];
const eve = invited("eve", bola);

interface TestTeam {
  decidedBy?: string | undefined;
  parties?: string[];
  changes?: { userId: string; by: string; at: number }[];
}
const who = (all: readonly TestAdmin[], { changes = [], parties = [], ...asked }: TestTeam = {}): Answerers =>
  answerersOf({ all, changes, now: NOW }, { decidedBy: "chi", call: CALL, standIn: "support", parties, ...asked });
const may = (answerers: Answerers, adminId: string, isAgreed = false) => {
  try {
    assertMayAnswer(answerers, { adminId, decidedBy: "chi", isAgreed });
    return "yes";
  } catch (error) {
    return (error as { code?: string }).code;
  }
};

describe("an appeal against what an admin decided", () => {
  it("is answered on another side, by those whose role it is", () => {
    const found = who([ada, bola, chi, dan, eve, invited("fin", bola, "finance")]);
    expect(found).toEqual({ rule: "another_side", ids: ["bola", "eve"], tooSoon: [] });
    expect(["bola", "eve", "ada", "dan", "chi", "fin", "nobody"].map((id) => may(found, id))).toEqual([
      ...["yes", "yes", "not_independent", "not_independent", "not_your_approval", "not_independent"],
      "not_independent",
    ]);
  });

  it("of an admin who has left, is suspended or has another role now is still answered on another side", () => {
    for (const one of [left(chi), shutOut(chi), { ...chi, role: "support" as const }]) {
      expect(who([ada, bola, one, eve])).toMatchObject({ rule: "another_side", ids: ["bola", "eve"] });
    }
    expect(who([ada, bola], { decidedBy: "unknown" }).ids).toEqual(["ada", "bola"]);
    expect(who([ada, bola, chi], { decidedBy: undefined }).ids).toEqual(["ada", "bola", "chi"]);
  });

  it("waits 72 hours for who changed how the other logs in, and passes to nobody else for that", () => {
    const changes = [{ userId: "chi", by: "bola", at: NOW - 1 }];
    const found = who([ada, bola, chi], { changes });
    expect(found).toEqual({ rule: "another_side", ids: ["bola"], tooSoon: ["bola"] });
    expect([mayAnswer(found, "bola"), may(found, "bola"), may(found, "ada")]).toEqual([
      ...["no", "not_independent", "not_independent"],
    ]);
  });

  it("passes to support on another side where no admin of the catalogue is left there, and not to others", () => {
    const [support, finance] = [invited("sue", bola, "support"), invited("fin", bola, "finance")];
    expect(who([ada, chi, left(bola), support, finance])).toMatchObject({ rule: "another_role", ids: ["sue"] });
    expect(who([ada, chi, left(bola), finance])).toMatchObject({ rule: "same_side", ids: ["ada"] });
    // A party does not count, but is named beside the others: the names do not reveal who has reported.
    const found = who([ada, chi, eve, bola], { parties: ["eve"] });
    expect(found).toMatchObject({ rule: "another_side", ids: ["eve", "bola"] });
    expect(who([ada, chi, eve, support], { parties: ["eve"] })).toMatchObject({ rule: "another_role", ids: ["sue"] });
  });

  it("is answered on the same side where no other is left, but by nobody whom the one who decided brought in", () => {
    const gone = [left(bola), left(eve)];
    expect(who([ada, chi, dan, ...gone])).toMatchObject({ rule: "same_side", ids: ["ada", "dan"] });
    const puppet = invited("puppet", chi);
    const second = invited("second", puppet);
    expect(who([ada, chi, puppet, second, ...gone]).ids).toEqual(["ada"]);
    expect(who([ada, chi, dan, ...gone], { decidedBy: "ada" })).toMatchObject({ rule: "agree_only" });
    expect(who([left(ada), chi, dan, ...gone], { decidedBy: "ada" })).toMatchObject({
      ...{ rule: "same_side", ids: ["chi", "dan"] },
    });
  });

  it("can only be agreed to where nobody else is there, also by the one who decided", () => {
    const found = who([chi, left(ada), left(bola)]);
    expect(found).toMatchObject({ rule: "agree_only", ids: ["chi"] });
    expect([may(found, "chi", true), may(found, "chi"), may(found, "ada", true)]).toEqual([
      ...["yes", "not_independent", "not_independent"],
    ]);
    expect(mayAnswer(found, "chi")).toBe("agree");
  });

  it("gains nothing from shutting the other side out", () => {
    const found = who([ada, chi, dan, shutOut(bola)]);
    expect(found).toMatchObject({ rule: "agree_only", ids: ["ada", "chi", "dan"] });
    expect(["ada", "dan"].map((id) => may(found, id))).toEqual(["not_independent", "not_independent"]);
  });
});
