import { DISPUTE_STEPS } from "./disputes.ts";
import { html } from "hono/html";
import type { Markup } from "./layout.ts";
import { naira } from "./layout.ts";
import { isoOf, type World } from "./world.ts";

const SHOWN = { limit: 50 };
const TRANSFER_STATUSES = [
  "success",
  "failed",
  "reversed",
  "pending",
  "received",
  "otp",
  "abandoned",
  "blocked",
  "rejected",
];
const REFUND_STATUSES = ["processing", "processed", "failed", "needs-attention"];

/** The newest transfers, each with a switch for what becomes of it. */
export function transfersTable({ book }: World): Markup {
  const rows = book.list("transfer", SHOWN).map((transfer) => {
    const recipient = book.get("recipient", transfer.recipientId);
    return html`
      <tr>
        <td>${timeOf(transfer.at)}</td>
        <td><code>${transfer.key}</code><br>${recipient?.name}
      <td class="number">${naira(transfer.amount)}<br><span class="soft">+ ${naira(transfer.fee)}</span>
      <td>${statusOf(transfer.status)}
      <td>${chooser(`__sandbox/transfers/${transfer.id}`, { name: "status", options: TRANSFER_STATUSES })}
    `;
  });
  return table(["When", "Reference and recipient", "Amount, fee", "Status", "Move it to"], rows, "No transfer yet.");
}

/** The newest charges, those that were paid with what can be done to them. */
export function chargesTable({ book }: World): Markup {
  const rows = book.list("charge", SHOWN).map((charge) =>
    html`
      <tr>
        <td>${timeOf(charge.at)}<td><code>${charge.key}</code><br>${charge.email}
      <td class="number">${naira(charge.amount)}
      <td>${statusOf(charge.status)}
      <td>${charge.status === "success"
        ? chooser(`__sandbox/charges/${charge.id}`, { name: "step", options: [...DISPUTE_STEPS], verb: "Dispute" })
        : ""}
    `
  );
  return table(["When", "Reference and payer", "Amount", "Status", "Payer's bank"], rows, "No charge yet.");
}

/** The newest refunds, each with a switch for what becomes of it. */
export function refundsTable({ book }: World): Markup {
  const rows = book.list("refund", SHOWN).map((refund) =>
    html`
      <tr>
        <td>${timeOf(refund.at)}<td><code>${book.get("charge", refund.chargeId)?.key}</code>
      <td class="number">${naira(refund.amount)}<td>${statusOf(refund.status)}
      <td>${chooser(`__sandbox/refunds/${refund.id}`, { name: "status", options: REFUND_STATUSES })}
    `
  );
  return table(["When", "Of the charge", "Amount", "Status", "Move it to"], rows, "No refund yet.");
}

/** The newest notices with every attempt to deliver them. */
export function noticesTable({ book }: World): Markup {
  const rows = book.list("delivery", SHOWN).map((delivery) =>
    html`
      <tr>
        <td>${timeOf(delivery.at)}<td><code>${delivery.event}</code>
      <td>${statusOf(delivery.state)}<td>${delivery.attempts.join(", ")}
    `
  );
  return table(["When", "Notice", "State", "Attempts met"], rows, "No notice yet.");
}

function table(heads: string[], rows: Markup[], empty: string): Markup {
  if (rows.length === 0) return html`<p class="soft">${empty}</p>`;
  return html`
    <div class="wide">
      <table>
        <thead>
          <tr>${heads.map((head) => html`<th>${head}`)}</thead>
    <tbody>${rows}</tbody></table></div>
  `;
}

type Choice = { name: string; options: string[]; verb?: string };

function chooser(action: string, { name, options, verb = "Move" }: Choice): Markup {
  return html`<form method="post" action="${action}" class="row">
<select name="${name}" aria-label="${verb}">${options.map((option) => html`<option>${option}</option>`)}</select>
<button>${verb}</button></form>`;
}

function statusOf(status: string): Markup {
  const look = ["success", "processed", "delivered"].includes(status)
    ? "good"
    : ["failed", "reversed", "blocked", "rejected", "given up", "lost"].includes(status)
    ? "bad"
    : "";
  return html`<b class="${look}">${status}</b>`;
}

function timeOf(epochMs: number): Markup {
  const iso = isoOf(epochMs);
  return html`<time datetime="${iso}">${iso.slice(5, 19).replace("T", " ")}</time>`;
}
