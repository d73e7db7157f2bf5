import { approvePayment } from "@contract/calls/admin_payments.ts";
import type { ListedPayment } from "@contract/admin_payments.ts";
import { PROVIDER_NAME } from "@contract/payments.ts";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { ApiError } from "../../lib/api_error.ts";
import { tokensWithNaira } from "../../lib/naira.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { FormDialog } from "../../ui/FormDialog.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { Facts } from "../parts/Facts.tsx";
import { useAdminSession } from "../shell/session.ts";
import { May } from "../shell/May.tsx";
import { type Decision, isUnderway, paymentFailure, useDecision, useHasCase } from "./api.ts";
import { ReasonDialog } from "../../ui/ReasonDialog.tsx";
import type { Outcome } from "./use_outcome.ts";
import { comesAfterCase, RISK_WORDS } from "./words.ts";

type Asking = "approve" | "reject" | "paid" | "returned" | "otp" | undefined;

const FAILED: Readonly<Record<Decision["kind"], string>> = {
  approve: "Failed to process payment",
  retry: "Failed to process payment",
  otp: "Failed to process payment",
  resolve: "Failed to process payment",
  reject: "Failed to reject payment",
  withdraw: "Failed to withdraw the approval",
};

const APPROVALS = new Set<Decision["kind"]>(["approve", "retry", "otp"]);

export interface PaymentActionsProps {
  payment: ListedPayment;
  onOutcome(outcome: Outcome, paymentId: string): void;
  /** The case file has to be seen first. */
  onOpenCase(): void;
}

/** Sends what the admin decides about a payment, and tells what became of it. */
export function useDecide({ payment, onOutcome, onOpenCase }: PaymentActionsProps) {
  const decision = useDecision(payment._id, {
    onDone: ({ text, status }, { kind }) => {
      const isApproval = APPROVALS.has(kind);
      const isWaiting = isApproval && isUnderway(status || "done");
      onOutcome({ text, isFailure: false, isApproval, isWaiting }, payment._id);
    },
    onFailed: (error, { kind }) => {
      const outcome = { text: paymentFailure(error, FAILED[kind]), isFailure: true, isApproval: APPROVALS.has(kind) };
      onOutcome(outcome, payment._id);
      if (error instanceof ApiError && error.code === "case_file_needed") onOpenCase();
    },
  });
  return { decide: decision.mutate, running: decision.isPending ? decision.variables.kind : undefined };
}

/** What the admin can do about a payment in its state. */
export function PaymentActions({ payment, onOutcome, onOpenCase }: PaymentActionsProps) {
  const [asking, setAsking] = useState<Asking>();
  const ask = (what: Asking) => () => setAsking(what);
  const { decide, running } = useDecide({ payment, onOutcome, onOpenCase });
  const hasCase = useHasCase(payment._id);
  const adminId = useAdminSession()?.userId ?? "";
  const askApproval = () => {
    if (comesAfterCase(payment, adminId) && !hasCase()) onOpenCase();
    else setAsking("approve");
  };
  const send = (decision: Decision) => {
    setAsking(undefined);
    decide(decision);
  };
  return (
    <>
      <May call={approvePayment}>
        <Buttons payment={payment} {...{ running, send, ask, askApproval }} />
      </May>
      {asking === "approve" && (
        <ApproveDialog
          payment={payment}
          onClose={ask(undefined)}
          onConfirm={() => send({ kind: "approve" })}
        />
      )}
      {asking === "reject" && (
        <ReasonDialog
          title="Reject this request?"
          description="The tokens go back to the user, who gets this reason by email."
          initial="Rejected by admin"
          send="Reject"
          onClose={ask(undefined)}
          onConfirm={(reason) => send({ kind: "reject", reason })}
        />
      )}
      {(asking === "paid" || asking === "returned") && (
        <ReasonDialog
          title={asking === "paid" ? "Mark as paid?" : "Return the funds?"}
          description={`Orin asks ${PROVIDER_NAME} once more first. If ${PROVIDER_NAME} gives a clear answer, that answer counts.`}
          send={asking === "paid" ? "Mark as paid" : "Return funds"}
          onClose={ask(undefined)}
          onConfirm={(reason) => send({ kind: "resolve", outcome: asking, reason })}
        />
      )}
      {asking === "otp" && <OtpDialog onClose={ask(undefined)} onConfirm={(otp) => send({ kind: "otp", otp })} />}
    </>
  );
}

interface ButtonsProps {
  payment: ListedPayment;
  running: Decision["kind"] | undefined;
  send(decision: Decision): void;
  ask(what: Asking): () => void;
  askApproval(): void;
}

interface Action {
  kind: Decision["kind"];
  label: string;
  busyLabel: string;
  variant: "primary" | "quiet" | "danger";
  onClick(): void;
}

function Buttons({ payment, running, ...offers }: ButtonsProps) {
  const adminId = useAdminSession()?.userId ?? "";
  const hasApproved = payment.approvals.includes(adminId);
  return actionsOf({ status: payment.status, hasApproved, ...offers }).map((action) => (
    <Button
      key={action.label}
      size="small"
      data-key={action.kind === "approve" ? "approve" : undefined}
      variant={action.variant}
      busy={running === action.kind}
      busyLabel={action.busyLabel}
      disabled={running !== undefined}
      aria-label={`${action.label}: ${payment.userId.username}`}
      onClick={action.onClick}
    >
      {action.label}
    </Button>
  ));
}

type Offer = Pick<ButtonsProps, "send" | "ask" | "askApproval"> & {
  status: ListedPayment["status"];
  hasApproved: boolean;
};

function actionsOf({ status, hasApproved, send, ask, askApproval }: Offer): Action[] {
  const action = (kind: Decision["kind"], label: string, more: Omit<Action, "kind" | "label">) => (
    { kind, label, ...more }
  );
  const approve = action("approve", "Auto-Approve", {
    ...{ variant: "primary", busyLabel: "Processing..." },
    onClick: askApproval,
  });
  const withdraw = action("withdraw", "Withdraw my approval", {
    ...{ variant: "quiet", busyLabel: "Withdrawing..." },
    onClick: () => send({ kind: "withdraw" }),
  });
  const reject = action("reject", "Reject", { variant: "danger", busyLabel: "Rejecting...", onClick: ask("reject") });
  const retry = action("retry", "Retry", {
    ...{ variant: "quiet", busyLabel: "Asking..." },
    onClick: () => send({ kind: "retry" }),
  });
  switch (status) {
    case "pending_review":
    case "awaiting_second_approval":
      return [hasApproved ? withdraw : approve, reject];
    case "needs_otp":
      return [action("otp", "Enter code", { variant: "primary", busyLabel: "Sending...", onClick: ask("otp") }), retry];
    case "processing":
      return hasApproved ? [retry, withdraw] : [retry];
    case "uncertain":
      return [
        retry,
        action("resolve", "Mark as paid", { variant: "primary", busyLabel: "Asking...", onClick: ask("paid") }),
        action("resolve", "Return funds", { variant: "danger", busyLabel: "Asking...", onClick: ask("returned") }),
      ];
    default:
      return [];
  }
}

interface ApproveDialogProps {
  payment: ListedPayment;
  onClose(): void;
  onConfirm(): void;
}

/** Repeats whom an approval pays and at which risk, and asks once. */
function ApproveDialog({ payment, onClose, onConfirm }: ApproveDialogProps) {
  const { amount, approvals, bankDetails: { bankName, accountNumber }, risk, userId } = payment;
  return (
    <Dialog
      open
      title="Approve this payment?"
      description={approvals.length > 0 ? "Yours is the second approval: it starts the payment." : undefined}
      onClose={onClose}
      actions={
        <>
          <Button variant="quiet" onClick={onClose}>Cancel</Button>
          <Button data-autofocus onClick={onConfirm}>Approve payment</Button>
        </>
      }
    >
      <Facts
        as="pairs"
        facts={[
          ["Amount", tokensWithNaira(amount)],
          ["Person", userId.username || "Unknown user"],
          ["Bank", `${bankName || "N/A"} ${accountNumber.slice(-10)}`],
          ["Risk", risk ? `${RISK_WORDS[risk.level]}: ${risk.score} of 100` : "Not known"],
        ]}
      />
    </Dialog>
  );
}

/** Asks for the code that the payment provider sent to the business. */
function OtpDialog({ onClose, onConfirm }: { onClose(): void; onConfirm(otp: string): void }) {
  const { register, handleSubmit, formState: { errors } } = useForm({ defaultValues: { otp: "" } });
  return (
    <FormDialog
      title="Enter the one-time code"
      description={`${PROVIDER_NAME} sent it to the business phone. Enter it to continue the payment.`}
      onClose={onClose}
      onSubmit={handleSubmit(({ otp }) => onConfirm(otp.trim()))}
      send="Send code"
    >
      <TextField
        data-autofocus
        label="One-time code"
        inputMode="numeric"
        autoComplete="one-time-code"
        error={errors.otp?.message}
        {...register("otp", { validate: (otp) => /^\d{4,8}$/.test(otp.trim()) || "OTP is required" })}
      />
    </FormDialog>
  );
}
