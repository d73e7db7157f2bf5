import { Hono } from "hono";
import { amountIn, ApiRefusal, type Body, invalid, onlyNaira, readBody, success, textOrNull } from "./answers.ts";
import { chargeJson } from "./charge_moves.ts";
import { pageOf } from "./paging.ts";
import type { ChargeRecord } from "./records.ts";
import { codeOf, idIn, type World } from "./world.ts";

/** Charges: opened, paid on the hosted page, verified. */
export function chargeRoutes(world: World): Hono {
  const { book } = world;
  return new Hono()
    .post("/transaction/initialize", async (c) => {
      const charge = initialize(world, await readBody(c));
      const accessCode = codeOf("", charge.id);
      return success(c, {
        message: "Authorization URL created",
        data: {
          authorization_url: `${world.publicUrl}/checkout/${accessCode}`,
          access_code: accessCode,
          reference: charge.key,
        },
      });
    })
    .get("/transaction", (c) => {
      const { records, meta } = pageOf(c, book, "charge");
      return success(c, { message: "Transactions retrieved", data: records.map(chargeJson), meta });
    })
    .get("/transaction/verify/:reference", (c) => {
      const charge = book.find("charge", c.req.param("reference"));
      if (charge === undefined) {
        throw new ApiRefusal(400, "Transaction reference not found.", {
          type: "validation_error",
          code: "transaction_not_found",
          meta: { nextStep: "Ensure that you are passing a valid reference" },
        });
      }
      return success(c, { message: "Verification successful", data: chargeJson(charge) });
    });
}

/** The charge behind an access code. */
export function chargeBehind({ book }: World, accessCode: string): ChargeRecord | undefined {
  const id = idIn("", accessCode);
  return id === undefined ? undefined : book.get("charge", id);
}

function initialize({ book }: World, body: Body): ChargeRecord {
  const email = emailIn(body.email);
  const requested = amountIn(body.amount);
  onlyNaira(body.currency);
  const reference = body.reference ?? crypto.randomUUID().replaceAll("-", "").slice(0, 15);
  if (typeof reference !== "string" || !/^[A-Za-z0-9.=-]{1,100}$/.test(reference)) {
    throw invalid("Invalid reference: only -, ., = and alphanumeric characters are allowed", "invalid_params");
  }
  return book.atomically(() => {
    if (book.find("charge", reference)) {
      const nextStep = "Generate a new unique reference and try again";
      throw invalid("Duplicate Transaction Reference", "duplicate_reference", nextStep);
    }
    return book.add("charge", {
      key: reference,
      due: null,
      // The provider's word for an attempt that the payer has not finished.
      status: "abandoned",
      requested,
      amount: requested,
      fees: null,
      refunded: 0,
      email,
      metadata: body.metadata ?? "",
      callbackUrl: webAddressIn(body.callback_url),
      channel: null,
      paidAt: null,
      gatewayResponse: "The transaction was not completed",
    });
  });
}

function emailIn(value: unknown): string {
  if (typeof value !== "string" || value === "") throw invalid("Email Address is required", "missing_params");
  if (!/^[^\s@]+@[^\s@]+\.[a-z]{2,}$/i.test(value) || /\.(local|localhost|invalid)$/i.test(value)) {
    throw new ApiRefusal(400, "Invalid Email Address Passed");
  }
  return value;
}

function webAddressIn(value: unknown): string | null {
  const address = textOrNull(value);
  if (address === null || (URL.canParse(address) && /^https?:$/.test(new URL(address).protocol))) return address;
  throw invalid("Invalid callback URL", "invalid_params");
}
