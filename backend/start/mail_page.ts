import { escapedHtml } from "../contract/html.ts";
import type { OutboxText } from "../adapters/texts/types.ts";
import type { OutboxMail } from "../adapters/mail/types.ts";
import { PALETTE } from "./page_style.ts";

/** The page `/dev/mail` of a development server: the mails that would have been sent, as given, newest first. */
export function mailPage(mails: readonly OutboxMail[]): string {
  return page(mails.map(renderMail), {
    what: "mail",
    switchedBy: "SMTP_URL",
    empty: "Sign up, and your code lands here.",
  });
}

/** The page `/dev/texts`: the texts that would have been sent to phones, newest first. */
export function textsPage(texts: readonly OutboxText[]): string {
  const empty = "Ask for a code to your phone, and it lands here.";
  return page(texts.map(renderText), { what: "text", switchedBy: "TERMII_API_KEY", empty });
}

function page(
  articles: readonly string[],
  { what, switchedBy, empty }: { what: string; switchedBy: string; empty: string },
): string {
  const count = articles.length === 1 ? `1 ${what}` : `${articles.length} ${what}s`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Outbox · Orin</title>
<style>${STYLE}</style>
</head>
<body>
<header>
  <h1>Outbox</h1>
  <p>${count}, newest first. Nothing leaves this machine while no <code>${switchedBy}</code> is set.</p>
</header>
<main>
${articles.length ? articles.join("\n") : `<p class="empty">No ${what} yet. ${empty}</p>`}
</main>
<p id="said" role="status"></p>
<script>${SCRIPT}</script>
</body>
</html>
`;
}

function renderText(text: OutboxText): string {
  return `<article>
${renderHead(text, text.text)}
</article>`;
}

function renderHead({ to, code, sentAt }: OutboxText | OutboxMail, heading: string): string {
  const sent = new Date(sentAt).toISOString();
  return `  <div class="head">
    <div class="about">
      <h2>${escapedHtml(heading)}</h2>
      <p>to <b>${escapedHtml(to)}</b> · <time datetime="${sent}">${sent.slice(0, 19).replace("T", " ")} UTC</time></p>
    </div>
    ${code === undefined ? "" : renderCode(code)}
  </div>`;
}

function renderMail(mail: OutboxMail, index: number): string {
  return `<article>
${renderHead(mail, mail.subject)}
  <details${index === 0 ? " open" : ""}>
    <summary>Mail</summary>
    <iframe title="${escapedHtml(mail.subject)}" sandbox="allow-popups allow-popups-to-escape-sandbox" loading="lazy"
      srcdoc="${escapedHtml(mail.html)}"></iframe>
  </details>
  <details>
    <summary>Plain text</summary>
    <pre>${escapedHtml(mail.text)}</pre>
  </details>
</article>`;
}

function renderCode(code: string): string {
  const safe = escapedHtml(code);
  return `<div class="code"><output>${safe}</output><button type="button" data-code="${safe}">Copy<span> ${safe}</span></button></div>`;
}

const STYLE = `${PALETTE}
body { margin: 0; padding: 32px 16px 64px; background: var(--canvas); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
header, main { max-width: 760px; margin: 0 auto; }
h1 { margin: 0; font-size: 32px; }
h1::after { content: "◆◇◆◇◆"; display: block; margin-top: 6px; color: var(--marigold); font-size: 12px; letter-spacing: 6px; }
header p, .about p { margin: 4px 0 0; color: var(--soft); }
header p { margin: 12px 0 24px; }
article { margin: 0 0 16px; padding: 20px; background: var(--surface); border: 1px solid var(--line); border-radius: 20px; }
.head { display: flex; flex-wrap: wrap; gap: 12px 24px; align-items: center; justify-content: space-between; }
.about { min-width: 0; overflow-wrap: anywhere; }
h2 { margin: 0; font-size: 18px; }
.code { display: flex; align-items: center; gap: 4px; padding: 4px 4px 4px 20px; border-radius: 999px; background: var(--dye); color: var(--on-dye); }
output { font: 700 22px ui-monospace, monospace; letter-spacing: 5px; }
button { min-height: 44px; padding: 0 20px; border: 0; border-radius: 999px; background: var(--marigold); color: var(--on-marigold); font: 600 15px system-ui, sans-serif; cursor: pointer; }
button span, #said { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
summary { padding: 12px 0 0; color: var(--soft); cursor: pointer; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
iframe { display: block; width: 100%; height: 640px; margin-top: 12px; border: 1px solid var(--line); border-radius: 12px; background: #faf4e6; resize: vertical; }
pre { margin: 12px 0 0; padding: 16px; border-radius: 12px; background: var(--canvas); white-space: pre-wrap; overflow-wrap: anywhere; }
.empty { padding: 48px 20px; border: 2px dashed var(--line); border-radius: 20px; text-align: center; color: var(--soft); }
`;

const SCRIPT = `
document.addEventListener("click", async (event) => {
  const button = event.target.closest("button[data-code]");
  if (!button) return;
  getSelection().selectAllChildren(button.previousElementSibling);
  // Over plain http from another device browsers refuse; the code is selected then and can be copied by hand.
  const copied = await navigator.clipboard?.writeText(button.dataset.code).then(() => true, () => false);
  button.firstChild.data = copied ? "Copied" : "Selected";
  document.getElementById("said").textContent = button.firstChild.data + " " + button.dataset.code;
  setTimeout(() => { button.firstChild.data = "Copy"; }, 1500);
});
`;
