import { describe, expect, it } from "vitest";
import type { OutboxMail } from "../adapters/mail/types.ts";
import { mailPage } from "./mail_page.ts";

const mail: OutboxMail = {
  to: "ada@orin.example",
  subject: "Your code",
  text: "The code is 48213",
  html: "<p>The code is <b>48213</b></p>",
  code: "48213",
  sentAt: Date.UTC(2026, 10, 20, 17, 4, 5),
};

describe("mailPage()", () => {
  it("shows the mails in the order given, each with subject, recipient, time, code and both forms", () => {
    const page = mailPage([mail, { ...mail, subject: "Older" }]);
    expect(page.indexOf("<h2>Your code</h2>")).toBeLessThan(page.indexOf("<h2>Older</h2>"));
    expect(page).toContain("2 mails, newest first");
    expect(page).toContain("ada@orin.example");
    expect(page).toContain("2026-11-20 17:04:05 UTC");
    expect(page).toContain('data-code="48213"');
    expect(page).toContain('srcdoc="&lt;p&gt;The code is &lt;b&gt;48213&lt;/b&gt;&lt;/p&gt;"');
    expect(page).toContain("<pre>The code is 48213</pre>");
  });

  it("leaves the copy button out where there is no code", () => {
    const { code: _code, ...plain } = mail;
    expect(mailPage([plain])).not.toContain(`data-code="`);
  });

  it("says what to do while there is no mail", () => {
    expect(mailPage([])).toContain("No mail yet");
  });

  it("escapes every field, so that a mail is shown and never becomes part of the page", () => {
    const evil = `</pre></iframe>'"><script>alert(1)</script><img src=x onerror=alert(1)>`;
    const page = mailPage([{ to: evil, subject: evil, text: evil, html: evil, code: evil, sentAt: 0 }]);
    expect(page.match(/<script/g)).toHaveLength(1);
    expect(page).not.toContain("<img");
    expect(page).not.toContain(`'">`);
  });

  it("frames mails without scripts, forms or the page's own origin", () => {
    expect(mailPage([mail])).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
  });
});
