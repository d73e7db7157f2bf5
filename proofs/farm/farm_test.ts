import { beforeAll, describe, expect, it } from "vitest";
import { lossOf } from "./loss.ts";
import { reportOf, type Target, targetsOf, targetTable } from "./report.ts";
import { runTown, type TownRun } from "./town.ts";

const SEED = 13;

let run: TownRun;
beforeAll(async () => {
  run = await runTown({ seed: SEED, days: 2, share: 0.05, level: 0, say: () => {} });
});

const paid = (name: string) => {
  const farm = run.farms.find(({ kind }) => kind.name === name);
  const bots = farm?.bots ?? [];
  return bots.flatMap(({ phone }) => [...phone.answers.values()]).reduce((sum, { units }) => sum + units, 0) /
    bots.length;
};

describe("a town of a twentieth of the size, for two days", () => {
  it("reaches every target", () => {
    const missed = targetsOf(run).filter(({ met }: Target) => !met);
    expect(missed, reportOf(run)).toEqual([]);
    expect(targetTable(targetsOf(run))).not.toContain("NO");
  });

  it("pays what fetches no bytes nothing, and each account that streams its level's two tokens a day", () => {
    expect(paid("No bytes")).toBe(0);
    expect(paid("Real time")).toBe(400);
    expect(paid("Accomplice artist")).toBe(400);
  });

  it("shows the old attack as one group, without an honest member", () => {
    expect(targetsOf(run)).toContainEqual(
      expect.objectContaining({ name: "No bytes: accounts in one group", met: true }),
    );
    expect(reportOf(run)).toContain("7 of 7, with 0 honest people");
  });

  it("shows the accomplice artist's listeners as one group, and nobody else has a group for an artist", () => {
    const accomplice = run.farms.find(({ kind }) => kind.name === "Accomplice artist")?.bots ?? [];
    const farmed = new Set(accomplice.map(({ phone }) => phone.account.userId));
    expect(run.groups).toContainEqual(farmed);
    const honest = new Set(run.neighbours.flatMap(({ people }) => people.map(({ phone }) => phone.account.userId)));
    const ofHonest = run.groups.filter((group) => group.intersection(honest).size > 2);
    expect(ofHonest).toEqual([]);
  });

  it("pays honest people of every habit", () => {
    for (const { habit, people } of run.neighbours.filter((one) => !one.habit.isUndocumented)) {
      const { due, lost } = lossOf(people, run.policy);
      expect([habit.name, due > 200, lost]).toEqual([habit.name, true, 0]);
    }
  });
});
