import type { Payments } from "./types.ts";
import { balance, balanceLedger } from "./paystack_balance.ts";
import { createRecipient, listBanks, resolveAccount } from "./paystack_banks.ts";
import { createCall, type PaystackConfig } from "./paystack_call.ts";
import { confirmCharge, listCharges, startCharge } from "./paystack_charges.ts";
import { createCustomer, identify, lookUpCustomer } from "./paystack_customers.ts";
import { acceptDispute, lookUpDispute } from "./paystack_disputes.ts";
import { finalizePayout, listPayouts, lookUpPayout, startPayout } from "./paystack_payouts.ts";
import { listRefunds, refundCharge } from "./paystack_refunds.ts";
import { readWebhook, WEBHOOK } from "./paystack_webhook.ts";

/** Paystack (Nigeria, naira): https://paystack.com/docs/api. One file per thing it does. */
export function createPaystack(config: PaystackConfig): Payments {
  const call = createCall(config);
  const keys = [config.secretKey, config.previousSecretKey].filter((key) => key !== undefined);
  return {
    startCharge: (request) => startCharge(call, request),
    confirmCharge: (reference) => confirmCharge(call, reference),
    listCharges: (span) => listCharges(call, span),
    refundCharge: (request) => refundCharge(call, request),
    listRefunds: (reference) => listRefunds(call, reference),
    lookUpDispute: (disputeId) => lookUpDispute(call, disputeId),
    acceptDispute: (acceptance) => acceptDispute(call, acceptance),
    listBanks: () => listBanks(call),
    resolveAccount: (account) => resolveAccount(call, account),
    createCustomer: (customer) => createCustomer(call, customer),
    identify: (request) => identify(call, request),
    lookUpCustomer: (customerCode) => lookUpCustomer(call, customerCode),
    createRecipient: (recipient) => createRecipient(call, recipient),
    startPayout: (request) => startPayout(call, request),
    lookUpPayout: (reference) => lookUpPayout(call, reference),
    finalizePayout: (confirmation) => finalizePayout(call, confirmation),
    balance: () => balance(call),
    listPayouts: (span) => listPayouts(call, span),
    balanceLedger: (span) => balanceLedger(call, span),
    webhook: WEBHOOK,
    readWebhook: (rawBody, signature) => readWebhook(keys, rawBody, signature),
  };
}
