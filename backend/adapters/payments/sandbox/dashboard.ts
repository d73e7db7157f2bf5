import { type Context, Hono } from "hono";
import { csrf } from "hono/csrf";
import * as z from "zod/mini";
import { balanceOf, topUp } from "./balance.ts";
import { dashboardPage, SWITCHES } from "./dashboard_page.ts";
import { dispute, DISPUTE_STEPS } from "./disputes.ts";
import { AnswerFault, FaultChanges } from "./faults.ts";
import { moveRefund } from "./refunds.ts";
import { moveTransfer } from "./transfer_moves.ts";
import type { World } from "./world.ts";

const HOME = "/__sandbox";

/**
 * The page for people, and the same for programs, which send JSON and name things by reference or id. None of it is
 * in the provider's contract.
 */
export function dashboardRoutes(world: World): Hono {
  const { book, faults } = world;
  return new Hono()
    .post(`${HOME}/*`, csrf())
    .get(HOME, (c) => dashboardPage(c, world))
    .get(`${HOME}/faults`, (c) => c.json(faults.read()))
    .post(`${HOME}/faults`, async (c) => {
      const changes = z.safeParse(FaultChanges, await c.req.json().catch(() => undefined));
      if (!changes.success) return notSo(c, changes.error);
      faults.set(changes.data);
      return c.json(faults.read());
    })
    .delete(`${HOME}/faults`, (c) => {
      faults.clear();
      return c.json(faults.read());
    })
    .post(`${HOME}/switches`, async (c) => {
      const changes = z.safeParse(FaultChanges, switchesIn(await fieldsIn(c)));
      if (!changes.success) return notSo(c, changes.error);
      faults.set(changes.data);
      return home(c);
    })
    .post(`${HOME}/answers`, async (c) => {
      const { fault, path, times } = await fieldsIn(c);
      const parsed = z.safeParse(AnswerFault, { fault, times: Number(times), ...(path ? { path } : {}) });
      if (!parsed.success) return notSo(c, parsed.error);
      faults.set({ answers: [...faults.read().answers, parsed.data] });
      return home(c);
    })
    .post(`${HOME}/clear`, (c) => {
      faults.clear();
      return home(c);
    })
    .post(`${HOME}/topup`, async (c) => {
      const amountKobo = Math.round(Number((await fieldsIn(c)).naira) * 100);
      if (!Number.isSafeInteger(amountKobo) || balanceOf(book) + amountKobo < 0) {
        return c.text("The balance cannot be that", 400);
      }
      topUp(book, amountKobo);
      return home(c);
    })
    .route("/", moveRoutes(world));
}

function moveRoutes(world: World): Hono {
  const { book } = world;
  return new Hono()
    .post(`${HOME}/transfers/:name`, async (c) => {
      const name = c.req.param("name");
      const transfer = book.find("transfer", name) ?? book.get("transfer", Number(name));
      const { status } = await fieldsIn(c);
      if (!transfer || !status) return c.notFound();
      moveTransfer(world, transfer, status);
      return home(c);
    })
    .post(`${HOME}/refunds/:id`, async (c) => {
      const refund = book.get("refund", Number(c.req.param("id")));
      const { status } = await fieldsIn(c);
      if (!refund || !status) return c.notFound();
      moveRefund(world, refund, status);
      return home(c);
    })
    .post(`${HOME}/charges/:name`, async (c) => {
      const name = c.req.param("name");
      const charge = book.find("charge", name) ?? book.get("charge", Number(name));
      const fields = await fieldsIn(c);
      const step = DISPUTE_STEPS.find((one) => one === fields.step);
      if (!charge || !step) return c.notFound();
      dispute(world, charge, { step });
      return home(c);
    });
}

type Fields = Record<string, string | undefined>;

/** The fields of a form, or of a flat JSON object, as text. */
async function fieldsIn(c: Context): Promise<Fields> {
  const json = c.req.header("content-type")?.startsWith("application/json");
  const said: object = json ? await c.req.json() : Object.fromEntries(await c.req.formData());
  return Object.fromEntries(Object.entries(said).map(([name, value]) => [name, String(value).trim()]));
}

/** A form names the boxes that are ticked, and all fields of text. */
function switchesIn(fields: Fields): object {
  const ticked = Object.fromEntries(SWITCHES.map(([name]) => [name, fields[name] !== undefined]));
  return {
    ...ticked,
    webhookDelayMs: Number(fields.webhookDelayMs),
    settleAfterMs: fields.settleAfterMs ? Number(fields.settleAfterMs) : null,
    settleAs: fields.settleAs,
  };
}

function notSo(c: Context, error: z.core.$ZodError): Response {
  return c.json({ error: z.prettifyError(error) }, 400);
}

/** Relative, so that it is right below any public address. */
function home(c: Context): Response {
  const depth = c.req.path.split("/").length - 2;
  return c.redirect(`${"../".repeat(depth)}__sandbox`, 303);
}
