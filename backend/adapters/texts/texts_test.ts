import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTexts } from "./mod.ts";
import { type DevTexts, type TextMessage, TextRefused, type Texts, TextsUnavailable } from "./types.ts";

const message: TextMessage = { id: "one", to: "+2348031234567", text: "Your Orin code is 48213.", code: "48213" };

interface Provider {
  readonly texts: Texts;
  /** What reached phones: number and text. */
  reached(): { to: string; text: string }[];
  end(): Promise<void>;
}

async function outbox(): Promise<Provider> {
  const directory = await Deno.makeTempDir({ prefix: "orin_texts_" });
  const texts: DevTexts = createTexts({ kind: "outbox", directory });
  return {
    texts,
    reached: () => texts.newest(10).map(({ to, text }) => ({ to, text })),
    end: () => Deno.remove(directory, { recursive: true }),
  };
}

type Reply = { status: number; body: unknown } | "silence" | "taken in silence";

/** A provider that answers as Termii documents it. */
function termii(replies: Reply[] = [], { timeoutMs = 10_000 } = {}): Provider & { readonly asked: unknown[] } {
  const reached: { to: string; text: string }[] = [];
  const asked: unknown[] = [];
  const hanging = new AbortController();
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === "/api/sms/inbox") {
      if (searchParams.get("api_key") !== "key") return Response.json({ message: "Unauthenticated" }, { status: 401 });
      return Response.json(reached.map(({ to, text }) => (
        { sender: "Orin", receiver: to.slice(1), message: text, status: "Delivered", message_id: "7" }
      )));
    }
    const body = await request.json();
    asked.push(body);
    const reply = replies.shift();
    if (typeof reply === "object") return Response.json(reply.body, { status: reply.status });
    if (reply !== "silence") reached.push({ to: `+${body.to}`, text: body.sms });
    if (reply !== undefined) await new Promise((resolve) => hanging.signal.addEventListener("abort", resolve));
    return Response.json({ code: "ok", message_id: "9122821270554876574", message: "Successfully Sent" });
  });
  const baseUrl = `http://127.0.0.1:${server.addr.port}/`;
  return {
    asked,
    texts: createTexts({ kind: "termii", apiKey: "key", sender: "Orin", baseUrl, timeoutMs }),
    reached: () => reached,
    async end() {
      hanging.abort();
      await server.shutdown();
    },
  };
}

describe.each([["outbox", outbox], ["termii", () => Promise.resolve(termii())]] as const)(
  "texts, %s",
  (_kind, open) => {
    let provider: Provider;
    beforeEach(async () => void (provider = await open()));
    afterEach(() => provider.end());

    it("send() delivers, and wasSent() tells", async () => {
      const { texts, reached } = provider;
      expect(await texts.wasSent(message)).toBe(false);
      await texts.send(message);
      expect(reached()).toEqual([{ to: message.to, text: message.text }]);
      expect(await texts.wasSent(message)).toBe(true);
      expect(await texts.wasSent({ ...message, id: "two", to: "+2348031234568" })).toBe(false);
    });

    it.each(["08031234567", "+234803", "+234803123456x", "+٢٣٤٨٠٣١٢٣٤٥٦٧", "", "+2348031234567,+2348031234568"])(
      "send() refuses the number %j without repeating it",
      async (to) => {
        const error = await provider.texts.send({ ...message, to }).catch((reason) => reason);
        expect(error).toBeInstanceOf(TextRefused);
        if (to !== "") expect(error.message).not.toContain(to);
        expect(provider.reached()).toEqual([]);
      },
    );

    it("send() refuses what is not one plain text", async () => {
      for (const text of ["", "a".repeat(161), "Ọ̀rìn", "one\ntwo"]) {
        await expect(provider.texts.send({ ...message, text })).rejects.toBeInstanceOf(TextRefused);
      }
    });
  },
);

it("the outbox keeps the same id once, and what it holds survives a restart", async () => {
  const directory = await Deno.makeTempDir({ prefix: "orin_texts_" });
  const open = () => createTexts({ kind: "outbox", directory, now: () => 5 });
  for (let time = 0; time < 2; time++) await open().send(message);
  const { id: _id, ...kept } = message;
  expect(open().newest(10)).toEqual([{ ...kept, sentAt: 5 }]);
  await Deno.remove(directory, { recursive: true });
});

describe("Termii", () => {
  it("gets what its documents ask for", async () => {
    const provider = termii();
    await provider.texts.send(message);
    const body = { to: "2348031234567", from: "Orin", sms: message.text, type: "plain", channel: "dnd" };
    expect(provider.asked).toEqual([{ ...body, api_key: "key" }]);
    await provider.end();
  });

  it.each([
    [{ status: 400, body: { message: "Invalid phone number" } }, TextRefused],
    [{ status: 422, body: { message: { to: ["The recipient is not valid"] } } }, TextRefused],
    [{ status: 401, body: { message: "Invalid API key" } }, TextsUnavailable],
    [{ status: 400, body: { message: "Insufficient balance" } }, TextsUnavailable],
    [{ status: 500, body: "oh" }, TextsUnavailable],
    [{ status: 200, body: {} }, TextsUnavailable],
    [{ status: 302, body: {} }, TextsUnavailable],
  ])("answers %j with %o", async (reply, kind) => {
    const provider = termii([reply]);
    await expect(provider.texts.send(message)).rejects.toBeInstanceOf(kind);
    await provider.end();
  });

  it("that says nothing is unavailable, and tells later whether it took the text", async () => {
    const provider = termii(["silence", "taken in silence"], { timeoutMs: 1_000 });
    const { texts } = provider;
    await expect(texts.send(message)).rejects.toBeInstanceOf(TextsUnavailable);
    expect(await texts.wasSent(message)).toBe(false);
    await expect(texts.send(message)).rejects.toBeInstanceOf(TextsUnavailable);
    expect(await texts.wasSent(message)).toBe(true);
    await provider.end();
  });

  it("that is away is unavailable, and no error repeats the key", async () => {
    const provider = termii();
    await provider.end();
    for (const call of [provider.texts.send(message), provider.texts.wasSent(message)]) {
      const error = await call.catch((reason) => reason);
      expect(error).toBeInstanceOf(TextsUnavailable);
      expect(error.message).not.toContain("key");
    }
  });
});
