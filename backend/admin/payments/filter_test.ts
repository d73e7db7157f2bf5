import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../contract/ids.ts";
import { lagosDay } from "../../contract/policy.ts";
import type { ListedPayment } from "../../contract/admin_payments.ts";
import type { TestPerson } from "../../testing/people_fixtures.ts";
import { approvePayout, fillPayments, requestPayout, type TestRequest } from "../../testing/payouts.ts";
import { openTestWallet, type TestWallet } from "../../testing/wallet.ts";

let test: TestWallet;
let ada: TestPerson;
let bola: TestPerson;
let small: TestRequest;
let large: TestRequest;
/** Lagos days: of the decisions, and of the requests. */
let today: string;
let requested: string;

beforeAll(async () => {
  test = await openTestWallet({ faults: { settleAfterMs: 0 }, openingBalanceKobo: 5_000_000_000 });
  [ada, bola] = [
    await test.person({ isAdmin: true, firstName: "Ada", lastName: "Obi" }),
    await test.person({ isAdmin: true }),
  ];
  small = await requestPayout(test, 2_000);
  large = await requestPayout(test, 60_000);
  await approvePayout(test, ada, small.id);
  today = lagosDay(test.world.deps.now());
  requested = await test.longAgo(() => Promise.resolve(lagosDay(test.world.deps.now())));
});
afterAll(() => test[Symbol.asyncDispose]());

const list = async (query: string) => {
  const { body } = await test.call(ada, "GET", `/api/v1/admin/payments?${query}`);
  return body.payments.map((one: { _id: string }) => one._id);
};
const dayFrom = (day: string, days: number) => lagosDay(Date.parse(`${day}T12:00:00Z`) + days * 86_400_000);
const PATH = "/api/v1/admin/payments/export";
const NOTE = "The yearly audit, payouts of October";
const exported = async (by: TestPerson, body: object) => {
  const answer = await test.world.app.request(PATH, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${by.token}` },
    body: JSON.stringify({ note: NOTE, ...body }),
  });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};
const noted = async () =>
  (await test.world.deps.store.readStream("social", "personal_data")).map(({ type, data }) => (
    { type, ...Object(data) }
  ));

describe("filters of payments", () => {
  it("find by amount, in tokens and with both ends", async () => {
    expect(await list("status=any&min=2001")).toEqual([large.id]);
    expect(await list("status=any&max=59999")).toEqual([small.id]);
    expect(await list("status=any&min=2000&max=60000")).toHaveLength(2);
  });

  it("find what waits by its risk, and nothing that no longer waits", async () => {
    const { body } = await test.call(ada, "GET", "/api/v1/admin/payments?status=any");
    const [level] = body.payments.flatMap(({ risk }: ListedPayment) => risk?.level ?? []);
    expect(await list("status=any&risk=medium")).toEqual(level === "low" ? [] : [large.id]);
    expect(await list("status=any&risk=high")).toEqual(level === "high" ? [large.id] : []);
    expect((await test.call(ada, "GET", "/api/v1/admin/payments?risk=low")).status).toBe(400);
  });

  it("find by the Lagos days of the request and of the decision", async () => {
    expect(await list(`status=any&from=${requested}&to=${requested}`)).toHaveLength(2);
    expect(await list(`status=any&to=${dayFrom(requested, -1)}`)).toEqual([]);
    expect(await list(`status=any&from=${dayFrom(requested, 1)}`)).toEqual([]);
    expect(await list(`status=any&decidedFrom=${today}&decidedTo=${today}`)).toEqual([small.id]);
    expect(await list(`status=any&decidedTo=${dayFrom(today, -1)}`)).toEqual([]);
  });

  it("find by who approved", async () => {
    expect(await list(`status=any&approver=${ada.userId}`)).toEqual([small.id]);
    expect(await list(`status=any&approver=${bola.userId}`)).toEqual([]);
  });

  it("go with the list and the search, and say what is wrong with them", async () => {
    expect(await list("status=completed&min=1")).toEqual([small.id]);
    expect(await list(`status=any&min=1&search=${large.who.email}`)).toEqual([large.id]);
    for (const wrong of ["min=-1", "min=many", "max=1.5", "from=October", "to=2026-02-30", "approver=ada"]) {
      expect((await test.call(ada, "GET", `/api/v1/admin/payments?${wrong}`)).status, wrong).toBe(400);
    }
  });
});

describe("POST /api/v1/admin/payments/export", () => {
  it("answers exactly what is filtered, with names, tokens, kobo and the state", async () => {
    const { status, headers, text } = await exported(bola, {
      status: "any",
      max: 2_000,
      from: requested,
      to: requested,
    });
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
    const [head, line, ...rest] = text.replace("\uFEFF", "").trimEnd().split("\r\n");
    expect(head).toBe(
      "id,requestedAt,decidedAt,name,email,userId,tokens,kobo,status,approvedBy,bank,reference",
    );
    expect(rest).toEqual([]);
    const cells = line?.split(",") ?? [];
    expect(cells).toEqual(expect.arrayContaining([small.id, small.who.email, small.who.userId, "completed"]));
    expect(cells.slice(6, 10)).toEqual(["2000", "200000", "completed", "Ada Obi"]);
    expect(text).not.toContain(small.accountNumber);
  });

  it("has the note, the filter and the people in the log, the search sealed", async () => {
    await exported(bola, { status: "any", min: 50_000, search: large.who.email });
    const [note, people] = (await noted()).slice(-2);
    expect(note).toMatchObject({ type: "PersonalDataNoted", adminId: bola.userId });
    expect(people).toMatchObject({
      ...{ type: "PersonalDataListed", adminId: bola.userId, list: "payments_export" },
      ...{ filter: "status=any&min=50000", personIds: [large.who.userId], search: expect.any(String) },
    });
    expect(JSON.stringify(people)).not.toContain(large.who.email);
  });

  it("refuses without a note of ten characters, and other people", async () => {
    expect((await exported(ada, { note: "why" })).status).toBe(400);
    expect((await exported(small.who, {})).status).toBe(403);
  });

  it("begins no formula in a spreadsheet, and takes more than a page", async () => {
    const person = await test.person({ tokens: 100, firstName: "=HYPERLINK(1)", lastName: "Formula" });
    const bankDetails = { accountNumber: "0987654321", bankCode: "058" };
    await test.call(person, "POST", "/api/v1/withdraw", { body: { amount: 100, bankDetails }, key: newId() });
    await fillPayments(test, 205);
    const { text } = await exported(ada, { status: "pending", max: 100 });
    expect(text.trimEnd().split("\r\n")).toHaveLength(1 + 206);
    expect(text).toMatch(/,'=HYPERLINK\(1\) Formula,/);
  });
});
