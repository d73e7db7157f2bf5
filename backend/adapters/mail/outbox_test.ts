import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createMail } from "./mod.ts";
import { type MailMessage, MailUnavailable } from "./types.ts";

describe("the development outbox", () => {
  let directory: string;
  beforeEach(async () => void (directory = await Deno.makeTempDir({ prefix: "orin_outbox_" })));
  afterEach(() => Deno.remove(directory, { recursive: true }));

  const open = (now = () => 1_000) => createMail({ kind: "outbox", directory: join(directory, "data"), now });

  it("newest() gives the newest mails first, with everything but their ids", async () => {
    let clock = 1_000;
    const outbox = open(() => clock++);
    for (const id of ["a", "b", "c"]) await outbox.send(mail(id));
    expect(outbox.newest(2)).toEqual([
      { to: "ada@orin.example", subject: "c", text: "text c", html: "<p>c</p>", code: "12345", sentAt: 1_002 },
      { to: "ada@orin.example", subject: "b", text: "text b", html: "<p>b</p>", code: "12345", sentAt: 1_001 },
    ]);
    expect(outbox.newest(10)).toHaveLength(3);
  });

  it("a mail without a code has none in the outbox", async () => {
    const { code: _code, ...plain } = mail("a");
    const outbox = open();
    await outbox.send(plain);
    expect(outbox.newest(1)[0]).not.toHaveProperty("code");
  });

  it("the same id is kept once, as it was sent first, also after a restart", async () => {
    const outbox = open();
    await outbox.send(mail("a"));
    await outbox.send({ ...mail("a"), subject: "again" });
    await open().send({ ...mail("a"), subject: "and again" });
    expect(outbox.newest(10).map((kept) => kept.subject)).toEqual(["a"]);
  });

  it("a mail that two processes wrote at the same moment is there once, and one sent again is not written again", async () => {
    await open().send(mail("a"));
    const file = join(directory, "data/mail.jsonl");
    const line = await Deno.readTextFile(file);
    await open().send(mail("a"));
    expect(await Deno.readTextFile(file)).toBe(line);
    await Deno.writeTextFile(file, line.replace("text a", "text b"), { append: true });
    expect(open().newest(10)).toMatchObject([{ text: "text a" }]);
  });

  it("removing the file empties the outbox of a running process, too", async () => {
    const outbox = open();
    await outbox.send(mail("a"));
    expect(subjectsOf(outbox)).toEqual(["a"]);
    await Deno.remove(join(directory, "data/mail.jsonl"));
    expect(outbox.newest(10)).toEqual([]);
    await outbox.send(mail("a"));
    expect(subjectsOf(outbox)).toEqual(["a"]);
  });

  it("mails survive a restart", async () => {
    await open().send(mail("a"));
    await open().send(mail("b"));
    expect(subjectsOf(open())).toEqual(["b", "a"]);
  });

  it("two processes on one directory see each other's mails", async () => {
    const [one, two] = [open(), open()];
    await one.send(mail("a"));
    await two.send(mail("b"));
    await one.send(mail("c"));
    expect(subjectsOf(one)).toEqual(["c", "b", "a"]);
    expect(subjectsOf(two)).toEqual(["c", "b", "a"]);
  });

  it("a line that a killed process left half written costs that mail only", async () => {
    await open().send(mail("a"));
    const reader = open();
    await Deno.writeTextFile(join(directory, "data/mail.jsonl"), '{"id":"half","to":"ada', { append: true });
    expect(subjectsOf(reader)).toEqual(["a"]);
    await open().send(mail("b"));
    expect(subjectsOf(reader)).toEqual(["b", "a"]);
    expect(subjectsOf(open())).toEqual(["b", "a"]);
  });

  it("the newest 200 are kept, and a file that has grown large is trimmed to them at the next start", async () => {
    const outbox = open();
    const large = "x".repeat(50_000);
    for (let index = 0; index < 210; index++) await outbox.send({ ...mail(`m${index}`), html: large });
    expect(outbox.newest(1_000)).toHaveLength(200);
    const before = (await Deno.stat(join(directory, "data/mail.jsonl"))).size;
    expect(subjectsOf(open())).toEqual(subjectsOf(outbox));
    expect((await Deno.stat(join(directory, "data/mail.jsonl"))).size).toBeLessThan(before);
    await outbox.send(mail("last"));
    expect(subjectsOf(outbox).slice(0, 2)).toEqual(["last", "m209"]);
    expect(subjectsOf(open())).toHaveLength(200);
  });

  it("only the owner may read the file, for it has codes in clear", async () => {
    await open().send(mail("a"));
    const { mode } = await Deno.stat(join(directory, "data/mail.jsonl"));
    expect((mode ?? 0) & 0o777).toBe(0o600);
  });

  it("a file that cannot be written is unavailable", async () => {
    const outbox = open();
    await Deno.mkdir(join(directory, "data/mail.jsonl"));
    await expect(outbox.send(mail("a"))).rejects.toBeInstanceOf(MailUnavailable);
  });
});

function mail(id: string): MailMessage {
  return { id, to: "ada@orin.example", subject: id, text: `text ${id}`, html: `<p>${id}</p>`, code: "12345" };
}

function subjectsOf(outbox: { newest(limit: number): { subject: string }[] }): string[] {
  return outbox.newest(1_000).map((kept) => kept.subject);
}
