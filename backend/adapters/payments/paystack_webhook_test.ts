import fc from "fast-check";
import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createPayments } from "./mod.ts";
import { BadSignature } from "./types.ts";

const KEY = "sk_test_new";
const OLD_KEY = "sk_test_old";
const payments = createPayments({ secretKey: KEY, previousSecretKey: OLD_KEY, baseUrl: "http://127.0.0.1:9" });

const bytesOf = (text: string) => new TextEncoder().encode(text);
const signed = (body: Uint8Array, key = KEY) => createHmac("sha512", key).update(body).digest("hex");

function read(notice: unknown, key = KEY) {
  const body = bytesOf(typeof notice === "string" ? notice : JSON.stringify(notice));
  return payments.readWebhook(body, signed(body, key));
}

describe("readWebhook() checks the signature", () => {
  // Not the form JSON.stringify would give: spaces, an escape, an order of its own.
  const body = bytesOf('{ "event" : "charge.success", "data": {"reference":"orin\\u002done", "status":"success" } }\n');

  it("over the raw bytes, with the new key and the one before", () => {
    const expected = { event: "charge.success", reference: "orin-one" };
    expect(payments.readWebhook(body, signed(body))).toMatchObject(expected);
    expect(payments.readWebhook(body, signed(body, OLD_KEY))).toMatchObject(expected);
  });

  it("and refuses it over the same JSON in other bytes", () => {
    const restated = bytesOf(JSON.stringify(JSON.parse(new TextDecoder().decode(body))));
    expect(() => payments.readWebhook(body, signed(restated))).toThrow(BadSignature);
  });

  it("and refuses every other key", () => {
    expect(() => payments.readWebhook(body, signed(body, "sk_test_stranger"))).toThrow(BadSignature);
    const withoutOld = createPayments({ secretKey: KEY, baseUrl: "http://127.0.0.1:9" });
    expect(() => withoutOld.readWebhook(body, signed(body, OLD_KEY))).toThrow(BadSignature);
    expect(() => withoutOld.readWebhook(body, signed(body, ""))).toThrow(BadSignature);
  });

  it.each([
    undefined,
    "",
    "0",
    "zz".repeat(64),
    signed(body).toUpperCase(),
    signed(body).slice(0, -1),
    `${signed(body)}0`,
  ])(
    "and refuses the signature %s",
    (signature) => {
      expect(() => payments.readWebhook(body, signature)).toThrow(BadSignature);
    },
  );

  it("and refuses a body in which any one byte was changed", () => {
    fc.assert(
      fc.property(fc.nat(body.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const changed = body.map((byte, index) => index === at ? byte ^ change : byte);
        expect(() => payments.readWebhook(changed, signed(body))).toThrow(BadSignature);
      }),
    );
  });
});

describe("readWebhook() says what a notice is about", () => {
  it.each([
    [
      {
        event: "charge.success",
        data: { id: 302961, reference: "qTPrJoy9Bx", status: "success", metadata: 0, plan: {} },
      },
      { kind: "charge", reference: "qTPrJoy9Bx", status: "success", key: "charge.success|302961|success" },
    ],
    [
      {
        event: "transfer.failed",
        data: {
          id: 69123462,
          reference: "1976435206",
          status: "failed",
          transfer_code: "TRF_one",
          integration: { id: 100043 },
          recipient: { details: {} },
        },
      },
      { kind: "payout", reference: "1976435206", status: "failed", key: "transfer.failed|69123462|failed" },
    ],
    [
      { event: "transfer.reversed", data: { reference: "jvrjckwenm", status: "reversed" } },
      { kind: "payout", reference: "jvrjckwenm", status: "reversed", key: "transfer.reversed|jvrjckwenm|reversed" },
    ],
    [
      {
        event: "refund.processed",
        data: {
          status: "processed",
          transaction_reference: "T2154954_412829_3be32076_6lcg3",
          refund_reference: "132013318360",
          amount: "5000",
        },
      },
      {
        kind: "refund",
        reference: "T2154954_412829_3be32076_6lcg3",
        status: "processed",
        key: "refund.processed|132013318360|processed",
      },
    ],
    [
      {
        event: "charge.dispute.create",
        data: {
          id: 358950,
          status: "awaiting-merchant-feedback",
          transaction: { id: 896467688, reference: "v3mjfgbnc19v97x", status: "success" },
          transaction_reference: null,
        },
      },
      { kind: "dispute", reference: "v3mjfgbnc19v97x", status: "open" },
    ],
    [
      {
        event: "charge.dispute.resolve",
        data: { id: 358949, status: "resolved", transaction: { reference: "5qm4pv2mxs9rltp" } },
      },
      { kind: "dispute", reference: "5qm4pv2mxs9rltp", status: "resolved" },
    ],
    [{ event: "subscription.expiring_cards", data: [{ brand: "visa" }] }, { kind: "other" }],
    [{ event: "invented.tomorrow", data: { reference: "x" } }, { kind: "other", event: "invented.tomorrow" }],
    [{ event: "transfer.success", data: { reference: "x", status: "teleported" } }, {
      kind: "payout",
      status: "unknown",
    }],
  ])("%j", (notice, expected) => {
    expect(read(notice)).toMatchObject(expected);
  });

  it("a signed body that nobody can read is kept as other", () => {
    for (const body of ["", "no json", "[]", "null", '{"event":1}']) {
      expect(read(body)).toMatchObject({ kind: "other", event: "unreadable" });
    }
  });

  it("a repetition has the same key, another state another one", () => {
    const notice = (status: string) => ({ event: "transfer.success", data: { id: 1, reference: "a", status } });
    expect(read(notice("success")).key).toBe(read(notice("success"), OLD_KEY).key);
    expect(read(notice("success")).key).not.toBe(read(notice("reversed")).key);
  });

  it("a dispute that is decided anew is no repetition, however it is decided", () => {
    const notice = (resolution: string, resolvedAt: string) => ({
      event: "charge.dispute.resolve",
      data: { id: 1, status: "resolved", transaction: { reference: "a" }, resolution, resolvedAt },
    });
    const decided = [
      notice("merchant-accepted", "2026-06-01T12:00:00Z"),
      notice("declined", "2026-06-02T12:00:00Z"),
      notice("merchant-accepted", "2026-06-03T12:00:00Z"),
    ];
    expect(new Set([...decided, ...decided].map((one) => read(one).key)).size).toBe(3);
  });
});
