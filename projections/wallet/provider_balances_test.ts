import { afterAll, expect, it } from "vitest";
import { openTestProjection } from "../../backend/testing/projection.ts";
import { balanceSaidBefore, providerBalances } from "./provider_balances.ts";

const test = await openTestProjection(providerBalances);
afterAll(() => test[Symbol.asyncDispose]());

const said = (kobo: number, at: number) => ({ type: "ProviderBalanceNoted" as const, data: { kobo }, at });

it.each<[number, object | undefined]>([
  [5_000, undefined],
  [5_001, { kobo: 700, at: 5_000 }],
  [6_000, { kobo: 700, at: 5_000 }],
  [9_000, { kobo: -30, at: 6_000 }],
])("finds what the provider said last before %i", async (before, found) => {
  const events = [said(700, 5_000), said(-30, 6_000)];
  expect(await test.given(events, (tx) => balanceSaidBefore(tx, before))).toEqual(found);
});
