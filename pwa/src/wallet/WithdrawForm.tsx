import { BadgeCheck } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { newId } from "@contract/ids.ts";
import type { WithdrawRequest } from "@contract/requests/wallet.ts";
import type { Banks, VerifyAccountAnswer, WithdrawalSummary } from "@contract/wallet.ts";
import { failureText, isTemporary } from "../lib/api_error.ts";
import { useBusy } from "../lib/busy.ts";
import { useOnline } from "../lib/connection.ts";
import { tokensWithNaira } from "../lib/naira.ts";
import { Banner } from "../ui/Banner.tsx";
import { Button } from "../ui/Button.tsx";
import { Card } from "../ui/Card.tsx";
import { Form } from "../ui/Form.tsx";
import { Select } from "../ui/Select.tsx";
import { TextField } from "../ui/TextField.tsx";
import { useVerifyAccount, useWithdraw } from "./api.ts";
import { accountProblem, type FieldProblem, type WithdrawalFields, withdrawalProblem } from "./withdrawal_checks.ts";

const SUBMITTED = "Withdrawal request submitted successfully! Your request is being processed.";

interface WithdrawFormProps {
  summary: WithdrawalSummary;
  banks: Banks["banks"];
}

/** Amount, bank and account. It sends nothing before the bank has named the account's owner. */
export function WithdrawForm({ summary, banks }: WithdrawFormProps) {
  const control = useWithdrawalForm(summary);
  const isOnline = useOnline();
  const form = useFocusOnProblem(control);
  const isOpen = summary.openWithdrawalId !== undefined;
  const submit = () => {
    control.submit();
  };
  return (
    <Card>
      <h2 className="mb-5 text-xl">New withdrawal</h2>
      <Form ref={form} onSubmit={submit}>
        {isOpen && !control.isSubmitted && (
          <Banner tone="info">
            You already have a withdrawal in progress. You can start the next one when it is done.
          </Banner>
        )}
        {!isOnline && <Banner tone="offline">You are offline. A withdrawal needs a connection.</Banner>}
        <AmountField control={control} summary={summary} />
        <AccountFields control={control} banks={banks} isOnline={isOnline} />
        {control.failure && <Banner tone="error">{control.failure}</Banner>}
        {control.isSubmitted && <Banner tone="success">{SUBMITTED}</Banner>}
        <Button
          type="submit"
          size="large"
          busy={control.isSubmitting}
          busyLabel="Processing..."
          disabled={!isOnline || isOpen || control.isVerifying}
        >
          Submit Withdrawal Request
        </Button>
      </Form>
    </Card>
  );
}

function AmountField({ control, summary }: { control: WithdrawalFormControl; summary: WithdrawalSummary }) {
  const { availableBalance, minimumWithdrawal } = summary;
  return (
    <TextField
      {...field(control, "amount")}
      label="Amount"
      type="number"
      inputMode="decimal"
      step={0.01}
      min={minimumWithdrawal}
      max={availableBalance}
      autoComplete="off"
      className="[appearance:textfield] [&::-webkit-inner-spin-button]:appearance-none"
      hint="In tokens. One token is one naira."
      // A mouse wheel over a number field would change the amount unnoticed.
      onWheel={(event) => event.currentTarget.blur()}
      end={
        <Button
          variant="plain"
          size="small"
          disabled={availableBalance < minimumWithdrawal}
          onClick={() => control.change("amount", availableBalance.toFixed(2))}
        >
          All<span className="sr-only">, {tokensWithNaira(availableBalance)}</span>
        </Button>
      }
    />
  );
}

interface AccountFieldsProps {
  control: WithdrawalFormControl;
  banks: Banks["banks"];
  isOnline: boolean;
}

function AccountFields({ control, banks, isOnline }: AccountFieldsProps) {
  const { account } = control;
  return (
    <>
      <Select
        {...field(control, "bankCode")}
        label="Select Bank"
        placeholder="Select a bank"
        options={banks.map(({ code, name }) => ({ value: code, label: name }))}
      />
      <TextField
        {...field(control, "accountNumber")}
        label="Account Number"
        inputMode="numeric"
        maxLength={10}
        autoComplete="off"
        end={
          <Button
            variant="quiet"
            size="small"
            busy={control.isVerifying}
            busyLabel="Verifying..."
            disabled={!isOnline || account !== undefined || control.isSubmitting}
            onClick={control.verify}
          >
            Verify
          </Button>
        }
      />
      <div role="status">
        {account && (
          <div className="flex animate-enter items-start gap-3 rounded-lg bg-success-soft px-4 py-3">
            <BadgeCheck aria-hidden="true" size={22} className="mt-0.5 shrink-0 text-success" />
            <div className="min-w-0">
              <p className="text-sm font-semibold text-success">Account Verified</p>
              <p className="font-semibold wrap-anywhere">{account.accountDetails.account_name}</p>
              {/* A service of before does not say it. */}
              {account.isInOwnName === false && (
                <p className="mt-1 text-sm text-ink-soft">
                  This is not the name on your Orin account. You can continue; two of us look at it then, which takes
                  longer.
                </p>
              )}
              {account.hint && <p className="mt-1 text-sm text-ink-soft">{account.hint}.</p>}
            </div>
          </div>
        )}
      </div>
    </>
  );
}

function field(control: WithdrawalFormControl, name: keyof WithdrawalFields) {
  return {
    name,
    value: control.fields[name],
    error: control.problem?.field === name ? control.problem.text : undefined,
    disabled: control.isSubmitting,
    onChange: (event: { target: { value: string } }) => control.change(name, event.target.value),
  };
}

/** Moves the focus to the field of an error. */
function useFocusOnProblem({ problem }: WithdrawalFormControl) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (problem) form.current?.querySelector<HTMLElement>(`[name="${problem.field}"]`)?.focus();
  }, [problem]);
  return form;
}

const EMPTY: WithdrawalFields = { amount: "", bankCode: "", accountNumber: "" };

/** The withdrawal form: its fields, the account's owner, and its errors. */
function useWithdrawalForm(summary: WithdrawalSummary) {
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

type WithdrawalFormControl = ReturnType<typeof useWithdrawalForm>;

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
