import { expect, it } from "vitest";
import { rehearse } from "./rehearsal.ts";

it("a lost database comes back up to its last save, and pays nobody before two owners have looked", async () => {
  expect(await rehearse(() => {})).toEqual({
    cameBack: { beforeBase: true, inLog: true, afterLastSave: false },
    atMoment: { beforeBase: true, inLog: false },
    payoutsPaused: true,
    resumed: { byOne: false, byTwo: true },
    verified: true,
    refused: {
      changed: expect.stringMatching(/^orin: The backup base\/\S+\.part was changed or cut short: use another one$/m),
      full: expect.stringMatching(/^orin: \S+ is not empty: a restore never writes over a database/m),
      tooLate: expect.stringMatching(/^orin: The backups end at 2\S+Z: leave --at out to get all of it$/m),
    },
  });
});
