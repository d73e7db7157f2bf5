import * as calls from "../../contract/calls/admin_payments.ts";
import { Routes } from "../../http/routes.ts";
import * as z from "zod/mini";
import type { CaseAnswer } from "../../contract/cases.ts";
import type { Deps } from "../../deps.ts";
import { metadataOf } from "../../http/request_id.ts";
import { idInPath, inPath } from "../../http/validate.ts";
import { lookUpCaseFile, openCaseFile } from "./open.ts";

const Hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** Case files of withdrawals, as of now and as an admin saw them. Each opening leaves an event. */
export function caseRoutes(deps: Deps) {
  return new Routes(deps)
    .serve(calls.paymentCase, async (c) => {
      const { userId: adminId } = c.var.session;
      const withdrawalId = idInPath(c, "id", "Payment request not found");
      const answer: CaseAnswer = await openCaseFile(deps, { withdrawalId, adminId, metadata: metadataOf(c, adminId) });
      return c.json(answer, 200);
    })
    .serve(calls.paymentCaseAt, async (c) => {
      const { userId: adminId } = c.var.session;
      const withdrawalId = idInPath(c, "id", "Payment request not found");
      const hash = inPath(c, "hash", { schema: Hash, unknown: "There is no such case file" });
      const looking = { withdrawalId, adminId, hash, metadata: metadataOf(c, adminId) };
      const answer: CaseAnswer = await lookUpCaseFile(deps, looking);
      return c.json(answer, 200);
    });
}
