import { type Context, Hono } from "hono";
import { csrf } from "hono/csrf";
import { html } from "hono/html";
import { act, amountDue, type PayerAction } from "./charge_moves.ts";
import { chargeBehind } from "./charges.ts";
import { type Markup, naira, page } from "./layout.ts";
import type { ChargeRecord } from "./records.ts";
import type { World } from "./world.ts";

const CHANNELS = [["card", "Card"], ["bank_transfer", "Bank transfer"], ["ussd", "USSD"]] as const;

/** The hosted checkout: what a payer's browser is sent to, and back from. */
export function checkoutRoutes(world: World): Hono {
  return new Hono()
    .get("/checkout/:code", (c) => {
      const charge = chargeBehind(world, c.req.param("code"));
      if (charge === undefined) return gone(c);
      return charge.paidAt === null ? askToPay(c, world, charge) : paid(c, charge);
    })
    .post("/checkout/:code", csrf(), async (c) => {
      const charge = chargeBehind(world, c.req.param("code"));
      if (charge === undefined) return gone(c);
      const form = await c.req.formData();
      const [, channel] = CHANNELS.map(([name]) => name).entries().find(([, name]) => name === form.get("channel")) ??
        [];
      const action = form.get("action");
      if (action === "leave") return leave(c, act(world, charge, "leave"));
      if (action === "decline") return askToPay(c, world, act(world, charge, "decline", { channel }));
      if (action !== "pay" && action !== "pay-and-close") return askToPay(c, world, charge);
      const after = act(world, charge, "pay" satisfies PayerAction, { channel });
      return action === "pay" && after.callbackUrl !== null
        ? c.redirect(returnTo(after.callbackUrl, after), 303)
        : paid(c, after);
    });
}

function askToPay(c: Context, world: World, charge: ChargeRecord): Response | Promise<Response> {
  const due = amountDue(world, charge);
  const declined = charge.status === "failed";
  return page(c, {
    title: "Pay Orin · Orin payment sandbox",
    formTargets: targetsOf(charge),
    body: frame(html`
      ${declined ? html`<p class="bad" role="alert"><b>Declined.</b> Nothing was taken. You can try again.</p>` : ""}
      <h1 class="soft small">Pay Orin</h1>
      <p class="sum">${naira(due)}</p>
      <dl>
        <dt>Payer</dt><dd>${charge.email}</dd>
        ${due === charge.requested ? "" : html`
          <dt>Of this the fee</dt>
          <dd>${naira(due - charge.requested)}</dd>
        `}
        <dt>Reference</dt><dd><code>${charge.key}</code></dd>
      </dl>
      <form method="post" class="stack">
        <fieldset>
          <legend>Pay with</legend>
          ${CHANNELS.map(([name, label], index) =>
            html`<label><input type="radio" name="channel" value="${name}" ${
              index === 0 ? "checked" : ""
            }>${label}</label>`
          )}
        </fieldset>
        <button class="main" name="action" value="pay">Pay ${naira(due)}</button>
        <button name="action" value="pay-and-close">Pay, and never return to Orin</button>
        <button name="action" value="decline">Have it declined</button>
        <button name="action" value="leave">Leave without paying</button>
      </form>
    `),
  });
}

function paid(c: Context, charge: ChargeRecord): Response | Promise<Response> {
  const back = charge.callbackUrl === null
    ? ""
    : html`<p><a href="${returnTo(charge.callbackUrl, charge)}">Return to Orin</a></p>`;
  return page(c, {
    title: "Paid · Orin payment sandbox",
    body: frame(html`<h1 class="soft small">Paid to Orin</h1>
<p class="sum good">${naira(charge.amount)}</p>
<p>The payment is made. You can close this page.</p>
${back}`),
  });
}

function leave(c: Context, charge: ChargeRecord): Response | Promise<Response> {
  const address = cancelAddressOf(charge);
  if (address !== undefined) return c.redirect(address, 303);
  return page(c, {
    title: "Left · Orin payment sandbox",
    body: frame(html`<h1>You left without paying</h1>
<p>Nothing was taken. <a href="">Take the payment up again</a>, or close this page.</p>`),
  });
}

function gone(c: Context): Response | Promise<Response> {
  return page(c, {
    title: "No such payment · Orin payment sandbox",
    status: 404,
    body: frame(html`
      <h1>No such payment</h1>
      <p>This address belongs to no payment that the sandbox knows.</p>
    `),
  });
}

function frame(content: Markup): Markup {
  return html`
    <main class="narrow">
      <div class="card"><div class="mast"><b>Orin payment sandbox</b><div aria-hidden="true">◆◇◆◇◆</div></div>
    ${content}</div>
      <p class="note">This is a pretend checkout for development. No money moves, no card is asked for.</p>
    </main>
  `;
}

function returnTo(address: string, { key }: ChargeRecord): string {
  const url = new URL(address);
  url.searchParams.set("trxref", key ?? "");
  url.searchParams.set("reference", key ?? "");
  return url.href;
}

function cancelAddressOf({ metadata }: ChargeRecord): string | undefined {
  const action = typeof metadata === "object" && metadata !== null && "cancel_action" in metadata
    ? metadata.cancel_action
    : undefined;
  return typeof action === "string" && URL.canParse(action) && /^https?:/.test(action) ? action : undefined;
}

function targetsOf(charge: ChargeRecord): string[] {
  return [charge.callbackUrl, cancelAddressOf(charge)]
    .filter((address) => typeof address === "string")
    .map((address) => new URL(address).origin);
}
