import * as z from "zod/mini";
import { checkAccount } from "./checks.ts";
import {
  type Customer,
  type CustomerFound,
  type IdentityRequest,
  PaymentsRefused,
  PaymentsUnavailable,
  type Unheard,
} from "./types.ts";
import { type Call, unheardOr } from "./paystack_call.ts";
import { light, Text } from "./paystack_fields.ts";

const Created = z.object({ customer_code: Text });

/** Registers a person (`POST /customer`). The same address has the same code every time. */
export async function createCustomer(
  call: Call,
  { email, firstName, lastName }: Customer,
): Promise<{ customerCode: string }> {
  const body = { email, first_name: firstName, last_name: lastName };
  const { data } = await call({ path: "/customer", body }, Created);
  return { customerCode: data.customer_code };
}

/** Asks for a check of identity (`POST /customer/{code}/identification`): 202, and its result comes as a notice. */
export async function identify(call: Call, request: IdentityRequest): Promise<void> {
  checkAccount(request);
  if (!/^\d{11}$/.test(request.bvn)) throw new PaymentsRefused("invalid_request", "a BVN has eleven digits");
  const body = {
    ...{ country: "NG", type: "bank_account", bvn: request.bvn },
    ...{ account_number: request.accountNumber, bank_code: request.bankCode },
    ...{ first_name: request.firstName, last_name: request.lastName },
  };
  await call({ path: `/customer/${encodeURIComponent(request.customerCode)}/identification`, body }, Nothing);
}

const Nothing = z.optional(z.unknown());

const Found = z.object({ customer_code: Text, identified: light(z.boolean()) });

/** How a customer is known (`GET /customer/{code}`). */
export function lookUpCustomer(call: Call, customerCode: string): Promise<CustomerFound | Unheard> {
  return unheardOr(customerCode, async () => {
    const { data } = await call({ path: `/customer/${encodeURIComponent(customerCode)}` }, Found);
    if (data.customer_code !== customerCode) {
      throw new PaymentsUnavailable("unreadable", "the answer is about another customer");
    }
    return { status: data.identified === true ? "identified" : "not_identified", customerCode };
  });
}
