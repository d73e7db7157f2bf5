import { expect, it } from "vitest";
import { filledMailboxOf, ownDomainOf } from "./filled_mailbox.ts";

it.each([
  ["Rights@Label.example", "rights@label.example"],
  ["rights+orin@label.example", "rights@label.example"],
  ["ada.obi@label.example", "ada.obi@label.example"],
  ["A.d.a.Obi+1+2@gmail.com", "adaobi@gmail.com"],
  ["ada.obi@googlemail.com", "adaobi@gmail.com"],
  ["ada@label.example.", "ada@label.example"],
  ["ada@bücher.example", "ada@xn--bcher-kva.example"],
])("%s is read in the mailbox %s", (email, mailbox) => {
  expect(filledMailboxOf(email)).toBe(mailbox);
});

it.each([
  ["x@label.example", "label.example"],
  ["x@a7.mail.label.example", "label.example"],
  ["x@a7.label.com.ng", "label.com.ng"],
  ["x@label.ng", "label.ng"],
  ["x@gmail.com", undefined],
  ["x@yahoo.co.uk", undefined],
  ["x@a7.gmail.com", undefined],
  ["", undefined],
])("%s is of somebody who owns %s", (email, domain) => {
  expect(ownDomainOf(email)).toBe(domain);
});
