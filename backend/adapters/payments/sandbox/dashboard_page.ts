import type { Context } from "hono";
import { html } from "hono/html";
import { balanceOf } from "./balance.ts";
import { chargesTable, noticesTable, refundsTable, transfersTable } from "./dashboard_tables.ts";
import { ANSWER_FAULTS, type Faults } from "./faults.ts";
import { type Markup, naira, page } from "./layout.ts";
import { OTP } from "./transfers.ts";
import type { World } from "./world.ts";

/** Balance, faults, and the newest of everything. */
export function dashboardPage(c: Context, world: World): Response | Promise<Response> {
  const { book, faults } = world;
  return page(c, {
    title: "Orin payment sandbox",
    body: html`<main>
<h1>Orin payment sandbox</h1>
<p class="note">It stands in for the payment provider while Orin is developed. No money moves here.
Transfers in OTP mode take the code <code>${OTP}</code>.</p>
<div class="grid">
<section class="card"><h2>Balance</h2>
<p class="sum">${naira(balanceOf(book))}</p>
<form method="post" action="__sandbox/topup" class="row">
<label>Naira <input type="number" name="naira" value="100000" step="0.01" required></label>
<button>Top up</button></form>
<p class="soft small">A sum below nothing takes money out: so payouts meet a short balance.</p></section>
${brokenAnswers(faults.read())}
</div>
${switches(faults.read())}
<section class="card"><h2>Transfers</h2>${transfersTable(world)}</section>
<section class="card"><h2>Charges</h2>${chargesTable(world)}</section>
<section class="card"><h2>Refunds</h2>${refundsTable(world)}</section>
<section class="card"><h2>Notices to Orin</h2>${noticesTable(world)}</section>
</main>`,
  });
}

function brokenAnswers({ answers }: Faults): Markup {
  return html`
    <section class="card">
      <h2>Break the next answers</h2>
      <form method="post" action="__sandbox/answers" class="row">
    <select name="fault" aria-label="Fault">${ANSWER_FAULTS.map((name) => html`<option>${name}</option>`)}</select>
    <input type="text" name="path" placeholder="/transfer or all" aria-label="Path of the call" size="14">
    <label>times <input type="number" name="times" value="1" min="1" max="1000"></label>
    <button>Add</button></form>
      <p class="soft small">${answers.length === 0
        ? "All answers are whole."
        : answers.map(({ fault, path, times }) =>
          html`
            <code>${fault}</code> on ${path ?? "all calls"}, ${times} to go.
          `
        )}</p>
    </section>
  `;
}

/** The switches that are on or off, as people read them. */
export const SWITCHES: readonly (readonly [keyof Faults, string])[] = [
  ["otp", "Transfers ask for a one-time code"],
  ["received", "Transfers wait for the merchant's approval"],
  ["reversedAfterSuccess", "Reversed after success"],
  ["stampDuty", "Stamp duty on transfers"],
  ["payerBearsFee", "The payer bears the fee"],
  ["webhooksDoubled", "Notices come twice"],
  ["webhooksReordered", "Notices come in the wrong order"],
  ["webhooksBadlySigned", "Notices are badly signed"],
  ["webhooksLost", "Notices are lost"],
  ["disputesHeldBack", "Disputed sums are held back"],
  ["textAmounts", "Amounts of refunds as text"],
];

function switches(faults: Faults): Markup {
  return html`
    <section class="card">
      <h2>Switches</h2>
      <form method="post" action="__sandbox/switches" class="stack">
        <div>${SWITCHES.map(([name, label]) =>
          html`<label><input type="checkbox" name="${name}" ${faults[name] === true ? "checked" : ""}>${label}</label>`
        )}</div>
        <div class="row">
          <label>Transfers settle after <input type="number" name="settleAfterMs" min="0" max="86400000" value="${faults
            .settleAfterMs ?? ""}" placeholder="by hand"> ms</label>
          <label>as <input type="text" name="settleAs" value="${faults.settleAs}" size="10"></label>
          <label>Notices wait <input type="number" name="webhookDelayMs" min="0" max="86400000" value="${faults
            .webhookDelayMs}"> ms</label>
        </div>
        <div class="row"><button>Set the switches</button>
          <button formaction="__sandbox/clear" formnovalidate>Everything back to normal</button></div>
      </form>
    </section>
  `;
}
