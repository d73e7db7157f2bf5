import { timingSafeEqual } from "node:crypto";
import { Hono, type MiddlewareHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import { answerFaults } from "./answer_faults.ts";
import { ApiRefusal, refusal } from "./answers.ts";
import { balanceRoutes } from "./balance.ts";
import { bankRoutes } from "./banks.ts";
import { chargeRoutes } from "./charges.ts";
import { checkoutRoutes } from "./checkout.ts";
import { customerRoutes } from "./customers.ts";
import { dashboardRoutes } from "./dashboard.ts";
import { disputeRoutes } from "./disputes.ts";
import { refundRoutes } from "./refunds.ts";
import { transferRoutes } from "./transfers.ts";
import type { World } from "./world.ts";

type AppOptions = { secretKey: string; stopping: AbortSignal; log: (line: string) => void };

/** The pages for people, then the provider's API behind its key and the faults. */
export function createApp(world: World, { secretKey, stopping, log }: AppOptions): Hono {
  const app = new Hono();
  app.route("/", checkoutRoutes(world));
  app.route("/", dashboardRoutes(world));
  app.use(answerFaults(world.faults, stopping), onlyWithKey(secretKey));
  for (
    const routes of [
      chargeRoutes,
      refundRoutes,
      disputeRoutes,
      bankRoutes,
      customerRoutes,
      transferRoutes,
      balanceRoutes,
    ]
  ) {
    app.route("/", routes(world));
  }
  app.notFound((c) => refusal(c, new ApiRefusal(404, "Entity not found")));
  app.onError((error, c) => {
    if (error instanceof ApiRefusal) return refusal(c, error);
    if (error instanceof HTTPException) return error.getResponse();
    log(`${c.req.method} ${c.req.path} failed: ${error}`);
    return refusal(c, new ApiRefusal(500, "An error occurred"));
  });
  return app;
}

function onlyWithKey(secretKey: string): MiddlewareHandler {
  return async (c, next) => {
    const [, given = ""] = /^Bearer (.+)$/.exec(c.req.header("authorization") ?? "") ?? [];
    if (!same(given, secretKey)) {
      throw new ApiRefusal(401, "Invalid key", {
        type: "validation_error",
        code: "invalid_Key",
        meta: { nextStep: "Ensure that you provide the correct authorization key for the request" },
      });
    }
    await next();
  };
}

function same(one: string, other: string): boolean {
  const [left, right] = [new TextEncoder().encode(one), new TextEncoder().encode(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
