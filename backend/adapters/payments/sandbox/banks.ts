import { type Context, Hono } from "hono";
import { ApiRefusal, invalid, readBody, success, textIn } from "./answers.ts";
import { bankNameOf, BANKS } from "./bank_list.ts";
import { cursorIn, cursorOf, perPageOf } from "./paging.ts";
import type { RecipientRecord } from "./records.ts";
import { codeOf, INTEGRATION, isoOf, type World } from "./world.ts";

/** Banks, account names and recipients. */
export function bankRoutes(world: World): Hono {
  const { book } = world;
  return new Hono()
    .get("/bank", listBanks)
    .get("/bank/resolve", (c) => {
      const accountNumber = c.req.query("account_number") ?? "";
      const accountName = ownerOf(world, accountNumber, c.req.query("bank_code") ?? "");
      const data = { account_number: accountNumber, account_name: accountName, bank_id: 1 };
      return success(c, { message: "Account number resolved", data });
    })
    .post("/transferrecipient", async (c) => {
      const body = await readBody(c);
      const name = textIn(body.name, "name");
      const accountNumber = textIn(body.account_number, "account_number");
      const bankCode = textIn(body.bank_code, "bank_code");
      if (body.type !== "nuban") throw invalid("Recipient type must be nuban", "invalid_params");
      if (body.currency !== "NGN") throw invalid("Invalid currency", "invalid_params");
      ownerOf(world, accountNumber, bankCode);
      const key = `${bankCode}:${accountNumber}`;
      const known = book.find("recipient", key);
      const recipient = known ?? book.add("recipient", { name, accountNumber, bankCode, key, due: null });
      const answer = { message: "Transfer recipient created successfully", data: recipientJson(recipient) };
      return success(c, answer, known ? 200 : 201);
    });
}

function listBanks(c: Context): Response {
  const perPage = perPageOf(c);
  const byCursor = c.req.query("use_cursor") === "true";
  const page = Math.max(1, Number(c.req.query("page") ?? 1) || 1);
  const start = byCursor ? cursorIn(c.req.query("next")) ?? 0 : (page - 1) * perPage;
  const data = BANKS.slice(start, start + perPage);
  const end = start + perPage >= BANKS.length;
  const meta = byCursor
    ? { next: end ? (start === 0 ? null : "null") : cursorOf(start + perPage), previous: null, perPage }
    : { total: BANKS.length, skipped: start, perPage, page, pageCount: Math.ceil(BANKS.length / perPage) };
  return success(c, { message: "Banks retrieved", data, meta });
}

/** Whose an account is; refuses as the provider does where it has no owner. */
export function ownerOf({ book }: World, accountNumber: string, bankCode: string): string {
  if (bankNameOf(bankCode) === undefined) throw invalid(`Unknown bank code: ${bankCode}`, "invalid_params");
  const known = book.find("owner", `${bankCode}:${accountNumber}`);
  const name = known?.name ?? accountNameOf(accountNumber, bankCode);
  if (name !== undefined) return name;
  throw new ApiRefusal(422, "Could not resolve account name. Check parameters or try again.", {
    type: "validation_error",
    code: "invalid_bank_code",
    meta: { nextStep: "Confirm the bank code with the List Banks endpoint" },
  });
}

/** The verified name comes from the look-up alone: `account_name` is empty here, as it often is. */
export function recipientJson(recipient: RecipientRecord) {
  const { id, at, name, accountNumber, bankCode } = recipient;
  return {
    active: true,
    createdAt: isoOf(at),
    currency: "NGN",
    description: null,
    domain: "test",
    email: null,
    id,
    integration: INTEGRATION,
    metadata: null,
    name,
    recipient_code: codeOf("RCP_", id),
    type: "nuban",
    updatedAt: isoOf(at),
    is_deleted: false,
    isDeleted: false,
    details: {
      authorization_code: null,
      account_number: accountNumber,
      account_name: null,
      bank_code: bankCode,
      bank_name: bankNameOf(bankCode) ?? null,
    },
  };
}

const FIRST = ["ADAEZE", "BABATUNDE", "CHIDINMA", "DAMILOLA", "EMEKA", "FOLAKE", "GARBA", "HAUWA", "IFEOMA", "JIDE"];
const MIDDLE = ["AISHA", "BLESSING", "CHUKWUDI", "DAVID", "ESTHER", "FEMI", "GRACE", "HASSAN", "IBRAHIM", "JOY"];
const LAST = ["ADEYEMI", "BELLO", "CHUKWU", "DANJUMA", "EZE", "FASHOLA", "GOMINA", "HASSAN", "IGWE", "JAJA"];

/** The owner of an account: always the same for a number, none for numbers that end in 000. */
function accountNameOf(accountNumber: string, bankCode: string): string | undefined {
  if (!/^\d{10}$/.test(accountNumber)) return undefined;
  if (bankCode === "001") return `TEST ACCOUNT ${accountNumber}`;
  if (accountNumber.endsWith("000")) return undefined;
  const [first, middle, last] = accountNumber.slice(-3).split("").map(Number);
  return `${LAST[last ?? 0]} ${FIRST[first ?? 0]} ${MIDDLE[middle ?? 0]}`;
}
