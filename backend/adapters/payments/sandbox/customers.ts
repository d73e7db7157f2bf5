import { Hono } from "hono";
import { ApiRefusal, invalid, readBody, success, textIn } from "./answers.ts";
import { ownerOf } from "./banks.ts";
import type { CustomerRecord } from "./records.ts";
import { codeOf, idIn, INTEGRATION, isoOf, type World } from "./world.ts";

/** Customers, and the checks of their identity. */
export function customerRoutes(world: World): Hono {
  const { book } = world;
  return new Hono()
    .post("/customer", async (c) => {
      const body = await readBody(c);
      const email = textIn(body.email, "email").toLowerCase();
      if (!/^[^@\s]+@[^@\s]+$/.test(email)) throw invalid("Invalid email address", "invalid_params");
      const [firstName, lastName] = [textIn(body.first_name, "first_name"), textIn(body.last_name, "last_name")];
      const customer = book.find("customer", email) ?? book.add("customer", {
        ...{ key: email, due: null, email, firstName, lastName, identified: false, identification: null },
      });
      return success(c, { message: "Customer created", data: customerJson(customer) });
    })
    .get("/customer/:code", (c) => {
      const data = customerJson(customerNamed(world, c.req.param("code")));
      return success(c, { message: "Customer retrieved", data });
    })
    .post("/customer/:code/identification", async (c) => {
      const customer = customerNamed(world, c.req.param("code"));
      const body = await readBody(c);
      if (body.country !== "NG" || body.type !== "bank_account") throw invalid("Invalid type", "invalid_params");
      const bvn = textIn(body.bvn, "bvn");
      if (!/^\d{11}$/.test(bvn)) throw invalid("BVN is invalid", "invalid_params");
      const [account, bankCode] = [textIn(body.account_number, "account_number"), textIn(body.bank_code, "bank_code")];
      textIn(body.first_name, "first_name");
      textIn(body.last_name, "last_name");
      ownerOf(world, account, bankCode);
      if (customer.identified) throw new ApiRefusal(400, "Customer already validated using the same credentials");
      const { settleAfterMs } = world.faults.read();
      book.save("customer", {
        ...customer,
        due: settleAfterMs === null ? null : Date.now() + settleAfterMs,
        identification: {
          ...{ country: "NG", type: "bank_account", bvn: masked(bvn), account_number: masked(account) },
          ...{ bank_code: bankCode, reason: bvn.endsWith("0") ? "Account number or BVN is incorrect" : null },
        },
      });
      return success(c, { message: "Customer Identification in progress" }, 202);
    });
}

/** Ends the check of a customer's identity, with its notice. */
export function endIdentification(world: World, customer: CustomerRecord): void {
  const { book, emit } = world;
  const { identification, email, id } = customer;
  if (!identification) return;
  const { reason, ...shown } = identification;
  book.atomically(() => {
    book.save("customer", { ...customer, due: null, identified: reason === null });
    emit(`customeridentification.${reason === null ? "success" : "failed"}`, {
      ...{ customer_id: id, customer_code: codeOf("CUS_", id), email, identification: shown },
      ...(reason !== null && { reason }),
    });
  });
}

function customerNamed({ book }: World, code: string): CustomerRecord {
  const id = idIn("CUS_", code);
  const customer = id === undefined ? undefined : book.get("customer", id);
  if (!customer) throw new ApiRefusal(404, "Customer not found");
  return customer;
}

function customerJson({ id, at, email, firstName, lastName, identified, identification }: CustomerRecord) {
  return {
    ...{ id, customer_code: codeOf("CUS_", id), email, first_name: firstName, last_name: lastName, phone: null },
    ...{ integration: INTEGRATION, domain: "test", metadata: null, createdAt: isoOf(at), updatedAt: isoOf(at) },
    identified,
    identifications: identified && identification
      ? [{ country: identification.country, type: identification.type, value: identification.bvn }]
      : null,
  };
}

/** As the provider shows numbers: `200*****677`. */
function masked(digits: string): string {
  return digits.slice(0, 3) + "*".repeat(digits.length - 6) + digits.slice(-3);
}
