import * as calls from "../../contract/calls/accounts.ts";
import { Routes } from "../../http/routes.ts";
import type { MessageAnswer } from "../../contract/accounts.ts";
import type { Deps } from "../../deps.ts";
import { guarded, takeTurn, takeVisitorsTurn } from "../../http/rate_limit.ts";
import { metadataOf } from "../../http/request_id.ts";
import { mobileNumber } from "../../accounts/account/phone.ts";
import { assess } from "../level/assess.ts";
import { askForPhoneCode, confirmPhone } from "../../accounts/phone/prove.ts";

/** Texts cost money, and a phone that rings with codes is a nuisance. */
const TEXTS_AN_HOUR = { ofAddress: 20, ofNumber: 10 };

/** Proving that a phone number is one's own. */
export function phoneRoutes(deps: Deps) {
  return new Routes(deps)
    .serve(calls.sendPhoneCode, async (c) => {
      const phone = mobileNumber(c.req.valid("json").phone);
      await takeVisitorsTurn(deps, c, { kind: "code text", perHour: TEXTS_AN_HOUR.ofAddress });
      await takeTurn(deps, { kind: "code text", perHour: TEXTS_AN_HOUR.ofNumber, of: phone });
      await askForPhoneCode(deps, { userId: c.var.session.userId, phone });
      return c.json({ message: "A code is on its way to your phone" } satisfies MessageAnswer, 200);
    })
    .serve(calls.confirmPhone, async (c) => {
      const { userId } = c.var.session;
      const confirm = () => confirmPhone(deps, { ...c.req.valid("json"), userId, metadata: metadataOf(c, userId) });
      await guarded(deps, c, confirm);
      await assess(deps, userId);
      return c.json({ message: "Phone number confirmed" } satisfies MessageAnswer, 200);
    });
}
