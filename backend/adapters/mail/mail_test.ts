import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createMail } from "./mod.ts";
import { type MailMessage, MailRefused, MailUnavailable } from "./types.ts";

const message: MailMessage = {
  id: "signup/0192f0c1",
  to: "ada@orin.example",
  subject: "Your code, Adé",
  text: "Your code is 48213",
  html: "<p>Your code is <b>48213</b></p>",
  code: "48213",
};

/** No mail is accepted, for any recipient. */
const RELAY_AWAY = { name: "MailUnavailable", isRelay: true };

describe("mail over SMTP", () => {
  let server: SMTPServer;
  let answers: SMTPServerOptions;
  let received: { to: string[]; from: string; raw: string }[];
  let url: string;
  let dataError: Error | undefined;

  beforeEach(async () => {
    answers = {};
    received = [];
    server = new SMTPServer({
      authOptional: true,
      disabledCommands: ["STARTTLS"],
      logger: false,
      onAuth: (auth, session, done) =>
        answers.onAuth ? answers.onAuth(auth, session, done) : done(null, { user: "orin" }),
      onMailFrom: (address, session, done) => answers.onMailFrom ? answers.onMailFrom(address, session, done) : done(),
      onRcptTo: (address, session, done) => answers.onRcptTo ? answers.onRcptTo(address, session, done) : done(),
      async onData(stream, { envelope }, done) {
        const raw = (await Array.fromAsync(stream, String)).join("");
        received.push({
          to: envelope.rcptTo.map((recipient) => recipient.address),
          from: envelope.mailFrom ? envelope.mailFrom.address : "",
          raw,
        });
        done(dataError);
      },
    });
    dataError = undefined;
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.server.address();
    if (address === null || typeof address === "string") throw new Error("The mail server has no port");
    url = `smtp://127.0.0.1:${address.port}`;
  });

  afterEach(() => new Promise<void>((resolve) => server.close(resolve)));

  const open = (more: { timeoutMs?: number } = {}) =>
    createMail({ kind: "smtp", url, from: "Orin <no-reply@orin.example>", ...more });

  it("send() delivers both forms of the mail to the one recipient", async () => {
    await open().send(message);
    expect(received).toMatchObject([{ to: ["ada@orin.example"], from: "no-reply@orin.example" }]);
    const raw = received[0]?.raw ?? "";
    expect(raw).toContain("From: Orin <no-reply@orin.example>");
    expect(raw).toContain("To: ada@orin.example");
    expect(raw).toContain("Subject: =?UTF-8?Q?Your_code=2C_Ad=C3=A9?=");
    expect(raw).toContain("Auto-Submitted: auto-generated");
    expect(raw).toContain("Your code is 48213");
    expect(raw).toContain("<p>Your code is <b>48213</b></p>");
  });

  it("send() names the one press that ends such mails (RFC 8058), and no other mail has it", async () => {
    const unsubscribe = `https://orin.example/api/v1/mails/stop?token=${"a".repeat(200)}~b.0._-`;
    await open().send({ ...message, unsubscribe });
    await open().send(message);
    const [one = "", other] = received.map(({ raw }) => raw.replaceAll("\r\n ", " "));
    expect(/^List-Unsubscribe: +<(.*)>$/mi.exec(one.replaceAll("\r", ""))?.[1]).toBe(unsubscribe);
    expect(one).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/mi);
    expect(other).not.toMatch(/unsubscribe/i);
  });

  it("send() gives the same mail the same Message-ID each time", async () => {
    await open().send(message);
    await open().send(message);
    await open().send({ ...message, id: "signup/other" });
    const ids = received.map(({ raw }) => /^Message-ID: (.*)$/mi.exec(raw)?.[1]?.trim());
    expect(ids).toEqual([
      "<signup%2F0192f0c1@orin.example>",
      "<signup%2F0192f0c1@orin.example>",
      "<signup%2Fother@orin.example>",
    ]);
  });

  it.each([[550, MailRefused], [553, MailRefused], [450, MailUnavailable], [452, MailUnavailable]])(
    "a recipient answered with %i is %o, and the address is not repeated",
    async (code, expected) => {
      answers.onRcptTo = (address, _session, done) => done(answerOf(code, `<${address.address}> is not here`));
      const error = await open().send(message).catch((reason) => reason);
      expect(error).toBeInstanceOf(expected);
      expect(error.message).toContain(String(code));
      expect(error.message).not.toContain(message.to);
      // Others may go through.
      if (error instanceof MailUnavailable) expect(error.isRelay).toBe(false);
    },
  );

  it.each([[554, MailRefused], [552, MailRefused], [451, MailUnavailable], [421, MailUnavailable]])(
    "a mail answered with %i is %o",
    async (code, expected) => {
      dataError = answerOf(code, "not this one");
      await expect(open().send(message)).rejects.toBeInstanceOf(expected);
    },
  );

  it("a sender or a log-in that the server turns down is for the operator to mend, so the mail waits", async () => {
    answers.onMailFrom = (_address, _session, done) => done(answerOf(550, "who are you"));
    await expect(open().send(message)).rejects.toMatchObject(RELAY_AWAY);
    answers.onAuth = (_auth, _session, done) => done(answerOf(535, "wrong password"));
    url = url.replace("//", "//orin:wrong@");
    await expect(open().send(message)).rejects.toMatchObject(RELAY_AWAY);
    await expect(open().send(message)).rejects.not.toThrow("orin:wrong");
  });

  it("a server that is away is unavailable, and the same mail goes through once it is back", async () => {
    const silent = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const away = url;
    url = `smtp://127.0.0.1:${silent.addr.port}`;
    await expect(open({ timeoutMs: 100 }).send(message)).rejects.toMatchObject(RELAY_AWAY);
    silent.close();
    await expect(open().send(message)).rejects.toMatchObject(RELAY_AWAY);
    url = away;
    await open().send(message);
    expect(received).toHaveLength(1);
  });
});

it("a server that greets and then says nothing is unavailable", async () => {
  using server = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const greeted = server.accept().then(async (connection) => {
    await connection.write(new TextEncoder().encode("220 hello\r\n"));
    return connection;
  });
  const url = `smtp://127.0.0.1:${server.addr.port}`;
  const mail = createMail({ kind: "smtp", url, from: "no-reply@orin.example", timeoutMs: 200 });
  await expect(mail.send(message)).rejects.toMatchObject(RELAY_AWAY);
  (await greeted).close();
});

describe.each(["smtp", "outbox"] as const)("a bad mail, %s", (kind) => {
  let directory: string;
  beforeEach(async () => void (directory = await Deno.makeTempDir({ prefix: "orin_mail_" })));
  afterEach(() => Deno.remove(directory, { recursive: true }));

  it.each([
    { to: "" },
    { to: "ada" },
    { to: "ada@orin.example, eve@orin.example" },
    { to: "Ada <ada@orin.example>" },
    { to: "ada@orin.example\r\nBcc: eve@orin.example" },
    { to: `${"a".repeat(250)}@orin.example` },
    { subject: "Hi\r\nBcc: eve@orin.example" },
    { unsubscribe: "javascript:alert(1)" },
    { unsubscribe: "https://orin.example/>\r\nBcc: eve@orin.example" },
    { id: "" },
    { id: "a b" },
    { id: "a>\r\nBcc: eve@orin.example" },
  ])("%j is refused before anything is sent", async (bad) => {
    // Port 9 of this machine: a mail that got through the check would be unavailable, not refused.
    const mail = kind === "smtp"
      ? createMail({ kind, url: "smtp://127.0.0.1:9", from: "no-reply@orin.example" })
      : createMail({ kind, directory });
    await expect(mail.send({ ...message, ...bad })).rejects.toBeInstanceOf(MailRefused);
  });
});

function answerOf(responseCode: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode });
}
