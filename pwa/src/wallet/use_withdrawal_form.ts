import { newId } from "@contract/ids.ts";
import type { WithdrawRequest } from "@contract/requests/wallet.ts";
import type { VerifyAccountAnswer, WithdrawalSummary } from "@contract/wallet.ts";
import { useRef, useState } from "react";
import { failureText, isTemporary } from "../lib/api_error.ts";
import { useBusy } from "../lib/busy.ts";
import { useVerifyAccount, useWithdraw } from "./api.ts";
import { accountProblem, type FieldProblem, type WithdrawalFields, withdrawalProblem } from "./withdrawal_checks.ts";

const EMPTY: WithdrawalFields = { amount: "", bankCode: "", accountNumber: "" };

/** The withdrawal form: its fields, the account's owner, and its errors. */
export function useWithdrawalForm(summary: WithdrawalSummary) {
  const [fields, setFields] = useState(EMPTY);
  const [problem, setProblem] = useState<FieldProblem>();
  const verification = useVerification();
  const sending = useSending();
  const { account } = verification;
  useBusy("typing", Object.values(fields).some((text) => text !== ""));

  const change = (name: keyof WithdrawalFields, value: string) => {
    setFields({ ...fields, [name]: value });
    setProblem(undefined);
    sending.forget();
    if (name !== "amount") verification.reset();
  };
  const verify = () => {
    const found = accountProblem(fields);
    setProblem(found);
    if (!found) verification.ask(fields, (text) => setProblem({ field: "accountNumber", text }));
  };
  const submit = () => {
    const found = withdrawalProblem(fields, { isVerified: account !== undefined, summary });
    setProblem(found);
    if (found || !account) return;
    sending.send(requestOf(fields, account), () => {
      setFields(EMPTY);
      verification.reset();
    });
  };

  return { fields, account, problem, change, verify, submit, isVerifying: verification.isAsking, ...sending.state };
}

export type WithdrawalFormControl = ReturnType<typeof useWithdrawalForm>;

function requestOf({ amount }: WithdrawalFields, { accountDetails }: VerifyAccountAnswer): WithdrawRequest {
  const { account_name: accountName, account_number: accountNumber, bank_code: bankCode } = accountDetails;
  return { amount: Number(amount), bankDetails: { accountNumber, bankCode, accountName } };
}

/** The account's owner as the bank says; forgotten when number or bank change. */
function useVerification() {
  const [account, setAccount] = useState<VerifyAccountAnswer>();
  const verifying = useVerifyAccount();
  return {
    account,
    isAsking: verifying.isPending,
    ask({ accountNumber, bankCode }: WithdrawalFields, onFailure: (text: string) => void) {
      verifying.mutate({ accountNumber: accountNumber.trim(), bankCode }, {
        onSuccess: setAccount,
        onError: (error) => onFailure(failureText(error, "Failed to verify account")),
      });
    },
    reset() {
      setAccount(undefined);
      // Ignore a late answer about the old number.
      verifying.reset();
    },
  };
}

/** One key per intent: sending the same request again after a lost answer makes it only once. */
function useSending() {
  const key = useRef<string>(undefined);
  const withdrawing = useWithdraw();
  return {
    send(request: WithdrawRequest, onSent: () => void) {
      key.current ??= newId();
      withdrawing.mutate({ key: key.current, ...request }, {
        onSuccess() {
          key.current = undefined;
          onSent();
        },
        onError(error) {
          if (!isTemporary(error)) key.current = undefined;
        },
      });
    },
    forget() {
      key.current = undefined;
      withdrawing.reset();
    },
    state: {
      isSubmitting: withdrawing.isPending,
      isSubmitted: withdrawing.isSuccess,
      failure: withdrawing.isError ? failureText(withdrawing.error, "Failed to process withdrawal request") : undefined,
    },
  };
}
