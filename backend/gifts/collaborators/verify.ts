import { misdividedGifts } from "../../../projections/gifts/gifts.ts";
import type { Check } from "../../store/chain/verify.ts";

/** The proof that a gift's parts are all of it: no kobo more, and of tokens, which leave immediately, none less. */
export const giftSharesCheck: Check = {
  name: "gift shares",
  isAcross: true,
  async check(tx) {
    return (await misdividedGifts(tx)).map(({ giftId, given, parts }) => (
      { where: `gift ${giftId}`, what: `${given} were given, and its parts are ${parts}` }
    ));
  },
};
