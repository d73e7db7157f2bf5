import { expect, it } from "vitest";
import { openTestProjection } from "../../backend/testing/projection.ts";
import { countFailedLogins, failedLogins } from "./failed_logins.ts";

const HOUR = 3_600_000;
const failed = (stream: string, failures: number, at: number) => ({
  type: "AdminLoginFailed" as const,
  data: { account: "hash", because: "wrong_password" as const, failures, hourFrom: Math.floor(at / HOUR) * HOUR },
  stream,
  at,
});

it("adds up each hour's last count of each admin", async () => {
  await using test = await openTestProjection(failedLogins);
  const events = [
    failed("admin_login/a", 1, 1_000),
    failed("admin_login/a", 4, 2_000),
    failed("admin_login/b", 2, 3_000),
    failed("admin_login/a", 1, HOUR + 5_000),
  ];
  expect(await test.given(events, (tx) => countFailedLogins(tx, 0))).toEqual({ failures: 7, lastAt: HOUR + 5_000 });
  expect(await test.given(events, (tx) => countFailedLogins(tx, HOUR))).toMatchObject({ failures: 1 });
  expect(await test.given(events, (tx) => countFailedLogins(tx, 2 * HOUR))).toEqual({ failures: 0, lastAt: undefined });
});
