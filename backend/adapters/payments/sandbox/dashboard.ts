import { type Context, Hono } from "hono";
import { csrf } from "hono/csrf";
import * as z from "zod/mini";
import { balanceOf, topUp } from "./balance.ts";
import { dispute } from "./charge_moves.ts";
import { dashboardPage } from "./dashboard_page.ts";
import { AnswerFault, AnswerFaultName, FaultChanges } from "./faults.ts";
import { moveRefund } from "./refunds.ts";
import { moveTransfer } from "./transfer_moves.ts";
import type { World } from "./world.ts";

const HOME = "/__sandbox";

/** The page for people, and the same switches as JSON for programs. None of it is in the provider's contract. */
export function dashboardRoutes(world: World): Hono {
  const { book, faults } = world;
  return new Hono()
    .post(`${HOME}/*`, csrf())
    .get(HOME, (c) => dashboardPage(c, world))
    .get(`${HOME}/faults`, (c) => c.json(faults.read()))
    .post(`${HOME}/faults`, async (c) => {
      const changes = z.safeParse(FaultChanges, await c.req.json().catch(() => undefined));
      if (!changes.success) return c.json({ error: z.prettifyError(changes.error) }, 400);
      faults.set(changes.data);
      return c.json(faults.read());
    })
    .delete(`${HOME}/faults`, (c) => {
      faults.clear();
      return c.json(faults.read());
    })
    .post(`${HOME}/switches`, async (c) => {
      faults.set(switchesIn(await c.req.formData()));
      return home(c);
    })
    .post(`${HOME}/answers`, async (c) => {
      const form = await c.req.formData();
      const path = String(form.get("path") ?? "");
      const fault = z.parse(AnswerFault, {
        fault: z.parse(AnswerFaultName, form.get("fault")),
        times: Number(form.get("times")),
        ...(path === "" ? {} : { path }),
      });
      faults.set({ answers: [...faults.read().answers, fault] });
      return home(c);
    })
    .post(`${HOME}/clear`, (c) => {
      faults.clear();
      return home(c);
    })
    .post(`${HOME}/topup`, async (c) => {
      const amountKobo = Math.round(Number((await c.req.formData()).get("naira")) * 100);
      if (Number.isSafeInteger(amountKobo) && balanceOf(book) + amountKobo >= 0) topUp(book, amountKobo);
      return home(c);
    })
    .post(`${HOME}/transfers/:id`, async (c) => {
      const transfer = book.get("transfer", Number(c.req.param("id")));
      const status = String((await c.req.formData()).get("status"));
      if (transfer) moveTransfer(world, transfer, status);
      return home(c);
    })
    .post(`${HOME}/refunds/:id`, async (c) => {
      const refund = book.get("refund", Number(c.req.param("id")));
      const status = String((await c.req.formData()).get("status"));
      if (refund) moveRefund(world, refund, status);
      return home(c);
    })
    .post(`${HOME}/charges/:id`, async (c) => {
      const charge = book.get("charge", Number(c.req.param("id")));
      const step = (await c.req.formData()).get("step") === "resolve" ? "resolve" : "create";
      if (charge) dispute(world, charge, step);
      return home(c);
    });
}

/** Relative, so that it is right below any public address. */
function home(c: Context): Response {
  const depth = c.req.path.split("/").length - 2;
  return c.redirect(`${"../".repeat(depth)}__sandbox`, 303);
}

/** A form names the boxes that are ticked, and all fields of text. */
function switchesIn(form: FormData): FaultChanges {
  const ticked = (name: string) => form.get(name) !== null;
  const settleAfter = String(form.get("settleAfterMs") ?? "").trim();
  return {
    webhookDelayMs: Number(form.get("webhookDelayMs")),
    webhooksDoubled: ticked("webhooksDoubled"),
    webhooksReordered: ticked("webhooksReordered"),
    webhooksBadlySigned: ticked("webhooksBadlySigned"),
    webhooksLost: ticked("webhooksLost"),
    settleAfterMs: settleAfter === "" ? null : Number(settleAfter),
    settleAs: String(form.get("settleAs")),
    reversedAfterSuccess: ticked("reversedAfterSuccess"),
    otp: ticked("otp"),
    received: ticked("received"),
    payerBearsFee: ticked("payerBearsFee"),
    textAmounts: ticked("textAmounts"),
    stampDuty: ticked("stampDuty"),
  };
}
