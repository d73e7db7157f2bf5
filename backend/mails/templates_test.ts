import { describe, expect, it } from "vitest";
import { VERSION } from "../contract/version.ts";
import {
  emailChangedMail,
  moneyMail,
  passwordChangedMail,
  resetCodeMail,
  verifyCodeMail,
  welcomeMail,
} from "./templates.ts";

const person = { id: "mail/1", to: "ada+music@orin.example", name: "Ada", publicUrl: "https://orin.example" };
const at = Date.UTC(2026, 10, 20, 17, 4);

const mails = {
  verify: verifyCodeMail({ ...person, code: "48213" }),
  reset: resetCodeMail({ ...person, code: "48213", key: "a-key_of-22-characters" }),
  password: passwordChangedMail({ ...person, at, isOneKept: false }),
  email: emailChangedMail({ ...person, newEmail: "secret.name@new.example", at }),
  money: moneyMail({
    ...person,
    notice: {
      subject: "Your withdrawal was paid",
      heading: "Your money is on its way",
      lines: ["₦100.00 were sent to your bank account."],
      link: { label: "See your withdrawals", path: "/withdraw-tokens" },
    },
  }),
  stoppable: moneyMail({
    ...person,
    stop: {
      label: "No more of this",
      page: "https://orin.example/mail-stop#t",
      oneClick: "https://orin.example/api/v1/mails/stop?token=t",
    },
    notice: { subject: "A post", heading: "Ada wrote", lines: ["A post."], link: { label: "Open", path: "/" } },
  }),
  listener: welcomeMail({ ...person, role: "listener" }),
  creator: welcomeMail({ ...person, role: "creator" }),
};

describe("the mails of the account flows", () => {
  it.each(Object.values(mails))("say at their end which Orin wrote them: $subject", ({ text, html }) => {
    for (const part of [text, html]) expect(part).toContain(`Orin ${VERSION}, music that pays you back`);
  });

  it.each(Object.entries(mails))(
    "%s has a subject, greets by name, and says the same in text and HTML",
    (_name, mail) => {
      expect(mail).toMatchObject({ id: "mail/1", to: person.to });
      expect(mail.subject.length).toBeGreaterThan(5);
      expect(mail.text).toContain("Hi Ada,");
      for (const line of mail.text.split("\n\n")) {
        const words = line.replace(/^.*: https.*$/s, "").trim().replaceAll("\n", "<br>\n");
        if (!words.includes("<br>")) expect(unescaped(mail.html)).toContain(words);
      }
    },
  );

  it.each(Object.entries(mails))("%s fetches nothing and runs nothing", (_name, { html }) => {
    expect(html).not.toMatch(/<(?:img|script|link|iframe|object|video|audio|form)\b|url\(|@import|\bsrc=|\son\w+=/i);
    for (const [, url] of html.matchAll(/href="([^"]*)"/g)) expect(url).toMatch(/^https:\/\/orin\.example/);
  });

  it("the verification code is set large, says that it works for 10 minutes, and is there for the development outbox", () => {
    expect(mails.verify.code).toBe("48213");
    expect(mails.verify.text).toMatch(/^ +48213$/m);
    expect(mails.verify.html).toMatch(/font-size:42px[^>]*>48213</);
    expect(mails.verify.text).toContain("works for 10 minutes");
    expect(mails.verify.text).toContain("https://orin.example/verify-otp");
  });

  it("the reset mail has its code, says that it works for 30 minutes, and leads to the page with the address and the key behind a hash", () => {
    expect(mails.reset.code).toBe("48213");
    expect(mails.reset.text).toContain("work for 30 minutes");
    const link = "https://orin.example/reset-psw?email=ada%2Bmusic%40orin.example#key=a-key_of-22-characters";
    expect(mails.reset.text).toContain(`${link}\n`);
    expect(mails.reset.html).toContain(`href="${link}"`);
  });

  it("a reset mail without a code speaks of the link alone", () => {
    const mail = resetCodeMail({ ...person, code: "", key: "a-key_of-22-characters" });
    expect(mail).not.toHaveProperty("code");
    expect(mail.text).toContain("#key=a-key_of-22-characters\n");
    expect(mail.text).not.toMatch(/\bcode\b/);
  });

  it("the notices say when it happened in Lagos, and carry no code", () => {
    expect(mails.password.text).toContain("20 November 2026 at 18:04 (Lagos time)");
    expect(mails.email.text).toContain("20 November 2026 at 18:04 (Lagos time)");
    expect(mails.password).not.toHaveProperty("code");
  });

  it("the notice to the old address gives only a hint of the new one", () => {
    expect(mails.email.text).toContain("s•••@new.example");
    expect(mails.email.text + mails.email.html).not.toContain("secret.name");
  });

  it("what can be stopped says how, for people and for mail programs; what cannot says nothing of it", () => {
    expect(mails.stoppable.text).toContain("No more of this: https://orin.example/mail-stop#t\n");
    expect(mails.stoppable.html).toContain('href="https://orin.example/mail-stop#t"');
    expect(mails.stoppable.unsubscribe).toBe("https://orin.example/api/v1/mails/stop?token=t");
    for (const mail of [mails.verify, mails.password, mails.money]) expect(mail).not.toHaveProperty("unsubscribe");
  });

  it("a name can hold markup and stays a name", () => {
    const { html } = welcomeMail({ ...person, name: `<img src=x onerror="alert(1)">&'`, role: "listener" });
    expect(html).toContain("Hi &lt;img src=x onerror=&quot;alert(1)&quot;&gt;&amp;&#39;,");
    expect(html).not.toContain("<img");
  });

  it("a person without a name is greeted without one", () => {
    expect(verifyCodeMail({ ...person, name: " ", code: "1" }).text).toContain("\n\nHi,\n\n");
  });
});

function unescaped(html: string): string {
  return html.replaceAll("&#39;", "'").replaceAll("&quot;", '"').replaceAll("&amp;", "&");
}
