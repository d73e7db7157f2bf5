import { as, callsOf } from "./call.ts";
import type { PaymentOutcome, PaymentsPage, PaymentsToClear } from "../admin_payments.ts";
import type { CaseAnswer } from "../cases.ts";
import type { DisputeList, DisputeShown } from "../disputes.ts";
import type { LotPlays, PayoutLots, PlayProof } from "../explorer.ts";
import type { PayoutPauseAnswer } from "../payout_pause.ts";
import { DisputeRequest } from "../requests/disputes.ts";
import {
  ApprovePaymentRequest,
  PaymentsExportRequest,
  PaymentsQuery,
  PayoutOtpRequest,
  RejectPaymentRequest,
  ResolvePaymentRequest,
  WithdrawApprovalRequest,
} from "../requests/payments.ts";
import { LostPayoutRequest, PayoutPauseRequest } from "../requests/payout_pause.ts";
import { LotPlaysQuery } from "../requests/people.ts";
import type { AdminPayment } from "../wallet.ts";
import { CASES_READ, EVERYBODY, MONEY, MONEY_READ } from "./role_groups.ts";

const payouts = callsOf("Back office: payouts and books");
const trust = callsOf("Back office: people and trust");

export const paymentLots = payouts("GET /api/v1/admin/payments/:id/lots", {
  does: "Which earnings a payout consists of",
  who: "admin",
  roles: MONEY_READ,
  isPersonal: true,
  answers: as<PayoutLots>(),
  shows: ["giftsToAdmins"],
});

export const paymentLotPlays = payouts("GET /api/v1/admin/payments/:id/lots/:transferId/plays", {
  does: "The plays behind one of its earnings",
  who: "admin",
  roles: MONEY_READ,
  query: LotPlaysQuery,
  answers: as<LotPlays>(),
});

export const paymentProof = payouts("GET /api/v1/admin/payments/:id/proof", {
  does: "The proof of a payout, as a file",
  who: "admin",
  roles: MONEY_READ,
  isPersonal: true,
  shows: ["record"],
});

export const personPlay = trust("GET /api/v1/admin/people/:id/plays/:playId", {
  does: "One play with its proof",
  who: "admin",
  roles: CASES_READ,
  answers: as<PlayProof>(),
});

export const paymentCase = payouts("GET /api/v1/admin/payments/:id/case", {
  does: "A payout's case file",
  who: "admin",
  roles: MONEY_READ,
  isPersonal: true,
  answers: as<CaseAnswer>(),
  shows: ["account", "withdrawal"],
});

export const paymentCaseAt = payouts("GET /api/v1/admin/payments/:id/case/:hash", {
  does: "A case file as it was when it was decided",
  who: "admin",
  roles: MONEY_READ,
  isPersonal: true,
  answers: as<CaseAnswer>(),
  shows: ["account", "withdrawal"],
});

export const approvePayment = payouts("POST /api/v1/approve-payment-automatic/:id", {
  does: "Approve a payout",
  who: "admin",
  roles: MONEY,
  optionalBody: ApprovePaymentRequest,
});

export const rejectPayment = payouts("POST /api/v1/reject-payment/:id", {
  does: "Reject a payout",
  who: "admin",
  roles: MONEY,
  optionalBody: RejectPaymentRequest,
});

export const withdrawApproval = payouts("POST /api/v1/admin/payments/:id/withdraw-approval", {
  does: "Take your approval back",
  who: "admin",
  roles: MONEY,
  optionalBody: WithdrawApprovalRequest,
});

export const enterPayoutOtp = payouts("POST /api/v1/admin/payments/:id/otp", {
  does: "Enter the provider's code for a payout",
  who: "admin",
  roles: MONEY,
  body: PayoutOtpRequest,
});

export const retryPayment = payouts("POST /api/v1/admin/payments/:id/retry", {
  does: "Send a payout again",
  who: "admin",
  roles: MONEY,
});

export const resolvePayment = payouts("POST /api/v1/admin/payments/:id/resolve", {
  does: "Settle a payout whose outcome is unknown",
  who: "admin",
  roles: MONEY,
  body: ResolvePaymentRequest,
});

export const listReconciliations = payouts("GET /api/v1/admin/reconciliations", {
  does: "Reconciliations with the provider",
  who: "admin",
  roles: MONEY_READ,
});

export const exportPayments = payouts("POST /api/v1/admin/payments/export", {
  does: "Export the list of payouts",
  who: "admin",
  roles: MONEY_READ,
  body: PaymentsExportRequest,
});

export const listPendingPayments = payouts("GET /api/v1/pending-payments", {
  does: "Payouts that wait for a decision",
  who: "admin",
  roles: MONEY_READ,
  isPersonal: true,
  shows: ["account", "withdrawal"],
});

export const listCompletedPayments = payouts("GET /api/v1/completed-payments", {
  does: "Payouts that are done",
  who: "admin",
  roles: MONEY_READ,
  isPersonal: true,
});

export const searchPayments = payouts("GET /api/v1/admin/payments", {
  does: "Search all payouts",
  who: "admin",
  roles: MONEY_READ,
  isPersonal: true,
  query: PaymentsQuery,
  answers: as<PaymentsPage>(),
  shows: ["account"],
});

export const getPayment = payouts("GET /api/v1/admin/payments/:id", {
  does: "One payout",
  who: "admin",
  roles: MONEY_READ,
  isPersonal: true,
  answers: as<AdminPayment>(),
  shows: ["account", "withdrawal"],
});

export const paymentOutcome = payouts("GET /api/v1/admin/payments/:id/outcome", {
  does: "How a payout ended",
  who: "admin",
  roles: MONEY_READ,
  answers: as<PaymentOutcome>(),
});

export const getPayoutPause = payouts("GET /api/v1/admin/payouts/pause", {
  does: "Whether payouts are paused",
  who: "admin",
  roles: EVERYBODY,
  answers: as<PayoutPauseAnswer>(),
});

export const pausePayouts = payouts("POST /api/v1/admin/payouts/pause", {
  does: "Pause all payouts",
  who: "admin",
  roles: MONEY,
  body: PayoutPauseRequest,
  answers: as<PayoutPauseAnswer>(),
});

export const reconcilePayouts = payouts("POST /api/v1/admin/payouts/reconcile", {
  does: "Reconcile with the provider",
  who: "admin",
  roles: MONEY,
  answers: as<PayoutPauseAnswer>(),
});

export const settleUnrecordedPayout = payouts("POST /api/v1/admin/payouts/lost", {
  does: "Propose how a payout that a restore lost is settled",
  who: "admin",
  roles: MONEY,
  body: LostPayoutRequest,
  answers: as<PayoutPauseAnswer>(),
});

export const resumePayouts = payouts("POST /api/v1/admin/payouts/resume", {
  does: "Propose that payouts resume",
  who: "admin",
  roles: MONEY,
  body: PayoutPauseRequest,
  answers: as<PayoutPauseAnswer>(),
});

export const listDisputes = payouts("GET /api/v1/admin/disputes", {
  does: "Card disputes",
  who: "admin",
  roles: MONEY_READ,
  answers: as<DisputeList>(),
  shows: ["artistPage", "cardDispute"],
});

export const getDispute = payouts("GET /api/v1/admin/disputes/:id", {
  does: "One dispute",
  who: "admin",
  roles: MONEY_READ,
  isPersonal: true,
  answers: as<DisputeShown>(),
  shows: ["artistPage", "cardDispute"],
});

export const acceptDispute = payouts("POST /api/v1/admin/disputes/:id/accept", {
  does: "Accept a dispute",
  who: "admin",
  roles: MONEY,
  body: DisputeRequest,
  answers: as<DisputeShown>(),
});

export const noteContested = payouts("POST /api/v1/admin/disputes/:id/contested", {
  does: "Note that a dispute is contested",
  who: "admin",
  roles: MONEY,
  body: DisputeRequest,
  answers: as<DisputeShown>(),
});

export const listPaymentMismatches = payouts("GET /api/v1/admin/payments-to-clear", {
  does: "Payments that reached Orin and no purpose",
  who: "admin",
  roles: MONEY_READ,
  isPersonal: true,
  answers: as<PaymentsToClear>(),
});

export const refundMismatch = payouts("POST /api/v1/admin/payments-to-clear/:id/refund", {
  does: "Return such a payment",
  who: "admin",
  roles: MONEY,
  answers: as<{ message: string }>(),
});
