import { describe, expect, it } from "vitest";
import { reservedAccount } from "../../ledger/chart.ts";
import {
  type Books,
  type ChargeBooks,
  decideChargeDifferences,
  decideDifferences,
  type ProviderCharge,
} from "./state.ts";

const SUBJECT = "orin-1";
const own = { reference: SUBJECT, units: 10_000, status: "completed", fundsReserved: false, feeKobo: 1_000 };
const theirs = { reference: SUBJECT, payoutId: "7", amountKobo: 10_000, status: "success", feeKobo: 1_000 };
const even = { throughProvider: 0, reserved: 0 };

/** Differences of one payout, by ours and theirs; undefined where one knows nothing of it. */
function differences(
  ours: Partial<typeof own> | undefined,
  provider: Partial<typeof theirs> | undefined,
  { moved, ...more }: Partial<Omit<Books, "moved">> & { moved?: number } = {},
) {
  const payout = provider && { ...theirs, ...provider };
  const takes = payout && ["success", "pending", "received"].includes(payout.status);
  const expected = payout && takes ? -(payout.amountKobo + payout.feeKobo) : 0;
  return decideDifferences({
    ...{ own: ours ? [{ ...own, ...ours }] : [], provider: payout ? [payout] : [], ledger: even, withdrawals: even },
    ...{ moved: new Map([["7", moved ?? expected]]), ...more },
  });
}
const kinds = (found: readonly { kind: string }[]) => found.map(({ kind }) => kind);

describe("decideDifferences()", () => {
  it("names a payout that one side alone has, with what that one says", () => {
    expect(differences({}, undefined)).toEqual([{
      kind: "payout_missing",
      subject: SUBJECT,
      ours: "completed",
      theirs: "",
    }]);
    expect(differences(undefined, {})).toEqual([{
      kind: "payout_unknown",
      subject: SUBJECT,
      ours: "",
      theirs: 10_000,
    }]);
  });

  it.each<[string, boolean, string[]]>([
    ["completed", false, ["payout_missing"]],
    ["reversed", false, ["payout_missing"]],
    ["uncertain", false, ["payout_missing"]],
    ["uncertain", true, []],
    ["processing", true, []],
    ["failed", false, []],
  ])(
    "of a payout that never came there only what is paid or owed is missing: %s, reserved %s",
    (status, fundsReserved, found) => {
      expect(kinds(differences({ status, fundsReserved }, undefined))).toEqual(found);
    },
  );

  it.each<[string, boolean, string, boolean]>([
    ["completed", false, "success", true],
    ["uncertain", false, "success", true],
    ["uncertain", true, "success", false],
    ["processing", true, "success", false],
    ["processing", true, "pending", true],
    ["needs_otp", true, "otp", true],
    ["completed", false, "pending", false],
    ["failed", false, "failed", true],
    ["reversed", false, "reversed", true],
    ["uncertain", true, "failed", true],
    ["uncertain", false, "failed", false],
    ["completed", false, "reversed", false],
    ["completed", false, "a new word", false],
  ])("holds the states against each other: ours %s, reserved %s, theirs %s", (status, fundsReserved, said, fits) => {
    expect(kinds(differences({ status, fundsReserved }, { status: said }))).toEqual(fits ? [] : ["status_differs"]);
  });

  it("names a sum, a fee and a movement that differ; the fee only of what both call paid", () => {
    expect(differences({ units: 9_000 }, {})).toEqual([{
      kind: "amount_differs",
      subject: SUBJECT,
      ours: 9_000,
      theirs: 10_000,
    }]);
    expect(differences({ feeKobo: 0 }, {})).toEqual([{
      kind: "fee_differs",
      subject: SUBJECT,
      ours: 0,
      theirs: 1_000,
    }]);
    expect(differences({ status: "failed", feeKobo: 0 }, { status: "failed" })).toEqual([]);
    expect(differences({}, {}, { moved: -10_000 })).toEqual([
      { kind: "provider_ledger_differs", subject: SUBJECT, ours: -11_000, theirs: -10_000 },
    ]);
    expect(kinds(differences({ status: "failed" }, { status: "failed" }, { moved: -1 }))).toEqual([
      "provider_ledger_differs",
    ]);
  });

  it("names what our ledger and our withdrawals say differently", () => {
    const withdrawals = { throughProvider: 5, reserved: 6 };
    expect(differences(undefined, undefined, { withdrawals })).toMatchObject([
      { kind: "ledger_differs", ours: 0, theirs: 5 },
      { kind: "reserved_differs", subject: reservedAccount("*"), ours: 0, theirs: 6 },
    ]);
  });
});

describe("decideChargeDifferences()", () => {
  const charge = { reference: "gift-1", amountKobo: 5_000, feesKobo: 100, state: "paid" as const };
  const said: ProviderCharge = {
    ...{ reference: "gift-1", chargeId: "9", requestedKobo: 5_000, amountKobo: 5_000, feesKobo: 100, currency: "NGN" },
    status: "success",
  };
  const charges = (
    ours: Partial<ChargeBooks["own"][number]> | undefined,
    provider: Partial<ProviderCharge> | undefined,
    { moved = 4_900, ...more }: { moved?: number; openKobo?: number; lostKobo?: number; ledger?: number } = {},
  ) => {
    const { openKobo = 0, lostKobo = 0, ledger = 0 } = more;
    return kinds(decideChargeDifferences({
      ...{ own: ours ? [{ ...charge, ...ours }] : [], provider: provider ? [{ ...said, ...provider }] : [] },
      ...{
        moved: new Map([["9", moved]]),
        disputed: new Map([["gift-1", { openKobo, lostKobo }]]),
        ledger,
        charges: 0,
      },
    }));
  };

  it.each<[string, string[], string[]]>([
    ["a charge that they do not know", charges({}, undefined), ["charge_missing"]],
    ["one that was never paid, which they need not know", charges({ state: "started" }, undefined), []],
    ["one that we do not know", charges(undefined, {}), ["charge_unknown"]],
    ["another currency", charges({}, { currency: "USD" }), ["charge_currency_differs"]],
    ["another sum", charges({}, { requestedKobo: 4_000 }), ["charge_amount_differs"]],
    ["another fee", charges({ feesKobo: 0 }, {}), ["charge_fee_differs"]],
    ["no fee, where they say none", charges({ feesKobo: 7 }, { feesKobo: undefined }, { moved: 5_000 }), []],
    ["what they call paid, and we do not", charges({ state: "started" }, {}), ["charge_state_differs"]],
    ["what we call paid, and they do not", charges({}, { status: "failed" }, { moved: 0 }), ["charge_state_differs"]],
    ["what went back here, and not there", charges({ state: "reversed" }, {}), ["charge_state_differs"]],
    ["what went back on both sides", charges({ state: "reversed" }, { status: "reversed" }), []],
    [
      "what went back, taken out of the charge but for the fee",
      charges({ state: "reversed" }, { status: "reversed" }, { moved: -100 }),
      [],
    ],
    [
      "what a lost dispute took, which they go on calling paid",
      charges({ state: "reversed" }, {}, { lostKobo: 5_000 }),
      [],
    ],
    ["another movement", charges({}, {}, { moved: 4_899 }), ["provider_ledger_differs"]],
    ["what is held back for an open dispute", charges({}, {}, { moved: 2_900, openKobo: 2_000 }), []],
    ["what is held back without a dispute", charges({}, {}, { moved: 2_900 }), ["provider_ledger_differs"]],
    ["what our ledger says otherwise", charges(undefined, undefined, { ledger: 3 }), ["charge_ledger_differs"]],
  ])("names %s", (_what, found, expected) => {
    expect(found).toEqual(expected);
  });
});
