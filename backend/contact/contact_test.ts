import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../contract/ids.ts";
import { createApp } from "../app.ts";
import { callerOf } from "../testing/call.ts";
import { openTestListeners, type TestListeners } from "../testing/listeners.ts";

let test: TestListeners;
beforeAll(async () => void (test = await openTestListeners()));
afterAll(() => test[Symbol.asyncDispose]());

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  test.call("POST", `/api/v1/${path}`, { body, headers });
const mailsTo = async (email: string) => {
  await test.world.settle();
  return test.world.outbox.newest(100).filter((mail) => mail.to === email);
};
async function links(email: string) {
  const [mail] = await mailsTo(email);
  const found = [...(mail?.text ?? "").matchAll(/https?:\S+newsletter\/(confirm|leave)\?token=\S+/g)];
  const pathOf = (purpose: string) => {
    const url = new URL(found.find((match) => match[1] === purpose)?.[0] ?? "http://none/");
    return `${url.pathname}${url.search}`;
  };
  return { confirm: pathOf("confirm"), leave: pathOf("leave") };
}
const typesOf = async () => {
  const rows = await test.world.test.store.sql<{ type: string; data: string }[]>`
    select type, data::text as data from events where type like 'Newsletter%' order by position`;
  return rows;
};

describe("the newsletter", () => {
  it("wants a name and an address", async () => {
    for (
      const body of [{}, { name: "", email: "a@b.co" }, { name: "A", email: "no" }, {
        name: "A\u202eB",
        email: "a@b.co",
      }]
    ) {
      expect((await post("newsletter", body)).status).toBe(400);
    }
    expect((await post("newsletter", { name: " ", email: "a@b.co" })).body.error).toBe("Name is required");
  });

  it("is confirmed by the link in the mail, once, and ended by the other", async () => {
    const said = { name: "Adaeze", email: "adaeze@orin.example" };
    const first = await post("newsletter", said);
    expect(first.status).toBe(202);
    await post("newsletter", { ...said, email: "ADAEZE@orin.example" });
    expect(await mailsTo(said.email)).toHaveLength(1);
    const { confirm, leave } = await links(said.email);
    const answer = await test.call("GET", confirm);
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/?newsletter=confirmed"]);
    const json = { headers: { accept: "application/json" } };
    expect((await test.call("GET", confirm, json)).body.message).toBe("You are signed up for the newsletter");
    test.pass(3_600_000);
    expect((await post("newsletter", said)).body).toEqual(first.body);
    expect(await mailsTo(said.email)).toHaveLength(1);
    test.pass(60 * 24 * 3_600_000);
    expect((await test.call("GET", leave, json)).body.message).toBe("You will not get the newsletter any more");
    const events = await typesOf();
    expect(events.map((event) => event.type)).toEqual(["NewsletterRequested", "NewsletterConfirmed", "NewsletterLeft"]);
    expect(JSON.stringify(events)).not.toMatch(/adaeze/i);
  });

  it("fills a mailbox with five mails a day at most, however its address is written", async () => {
    const { deps } = test.world;
    const config = { ...deps.config, env: "production" as const, publicUrl: "https://orin.example" };
    const call = callerOf(createApp({ ...deps, config }, { isReady: () => true, pagesDirectory: "" }));
    const statuses: number[] = [];
    for (let time = 0; time < 7; time++) {
      const body = { name: "Ada", email: `full+${time}@orin-test.example` };
      statuses.push((await call("POST", "/api/v1/newsletter", { body })).status);
    }
    expect(statuses).toEqual([...Array(5).fill(202), 429, 429]);
  });

  it("is left with the one press of a mail program, which needs no page and no log-in", async () => {
    const email = "one-click@orin.example";
    await post("newsletter", { name: "Ada", email });
    const [mail] = await mailsTo(email);
    const { confirm, leave } = await links(email);
    await test.call("GET", confirm);
    expect(mail?.unsubscribe).toContain(leave);
    const pressed = () =>
      test.world.app.request(leave, {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: "List-Unsubscribe=One-Click",
      });
    expect([(await pressed()).status, (await pressed()).status]).toEqual([200, 200]);
    expect((await typesOf()).filter(({ type }) => type === "NewsletterLeft")).toHaveLength(2);
  });

  it("takes no link of another purpose, changed, or too old", async () => {
    const email = "late@orin.example";
    await post("newsletter", { name: "Late", email });
    const { confirm, leave } = await links(email);
    const broken = [
      confirm.replace("confirm", "leave"),
      leave.replace("leave", "confirm"),
      confirm.slice(0, -2),
      "/api/v1/newsletter/confirm?token=x",
    ];
    for (const path of broken) {
      expect(await test.call("GET", path)).toMatchObject({ status: 410, body: { code: "link_invalid" } });
    }
    expect((await test.call("GET", "/api/v1/newsletter/confirm")).status).toBe(400);
    test.pass(7 * 24 * 3_600_000 + 1);
    expect((await test.call("GET", confirm)).status).toBe(410);
    await post("newsletter", { name: "Late", email });
    expect((await test.call("GET", (await links(email)).confirm)).status).toBe(303);
  });
});

describe("the support form", () => {
  const letter = { name: "Amaka", email: "amaka@orin.example", message: "My song is gone.\n\nPlease <b>help</b>!" };

  it("wants everything", async () => {
    for (const field of ["name", "email", "message"]) {
      expect((await post("support", { ...letter, [field]: " " })).status).toBe(400);
    }
    expect((await post("support", { ...letter, message: "x".repeat(5_001) })).status).toBe(400);
    expect((await post("support", { ...letter, topic: "A\r\nBcc: x" })).status).toBe(400);
  });

  it("becomes one mail to the configured address, and leaves nothing readable behind", async () => {
    const headers = { "idempotency-key": newId() };
    expect((await post("support", letter, headers)).status).toBe(202);
    const waiting = await test.world.test.store
      .sql`select payload::text as payload from jobs where kind = 'support_mail'`;
    expect(JSON.stringify(waiting)).not.toMatch(/Amaka|song/);
    expect((await post("support", letter, headers)).status).toBe(202);
    const mails = await mailsTo("support@orin.example");
    expect(mails).toHaveLength(1);
    expect(mails[0]?.subject).toBe("Support: A question");
    expect(mails[0]?.text).toContain("From Amaka (amaka@orin.example)");
    expect(mails[0]?.html).not.toContain("<b>help</b>");
    const left = await test.world.test.store.sql`select payload from jobs where kind = 'support_mail'`;
    expect(left).toEqual([{ payload: undefined }]);
  });
});
