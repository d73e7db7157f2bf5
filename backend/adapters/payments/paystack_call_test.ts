import { expect, it } from "vitest";
import { whyNoConnection } from "./paystack_call.ts";

it("names what an operator can mend of a provider that is out of reach, without the address that was asked", async () => {
  const error = await fetch("https://pay.invalid/bank/resolve?account_number=0123456789").catch((thrown) => thrown);
  expect(whyNoConnection(error)).toBe("its name cannot be resolved");
  const url = "https://pay.example/bank/resolve?account_number=0123456789";
  const connect = (why: string) =>
    new TypeError(`error sending request for url (${url}): client error (Connect): ${why}`);
  expect(whyNoConnection(connect("invalid peer certificate: certificate expired: verification time 17"))).toBe(
    "its certificate is not accepted (expired)",
  );
  expect(whyNoConnection(connect("invalid peer certificate: UnknownIssuer"))).toBe(
    "its certificate is not accepted (UnknownIssuer)",
  );
  expect(whyNoConnection(connect("tcp connect error"))).toBe("TypeError");
});
