import { PROVIDER_NAME } from "@contract/payments.ts";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { banksQuery } from "../data/wallet.ts";
import { failureText, refusedFields } from "../lib/api_error.ts";
import { useBusy } from "../lib/busy.ts";
import { useOnline } from "../lib/connection.ts";
import { Banner } from "../ui/Banner.tsx";
import { Button } from "../ui/Button.tsx";
import { ErrorState } from "../ui/ErrorState.tsx";
import { Form } from "../ui/Form.tsx";
import { Select } from "../ui/Select.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { TextField } from "../ui/TextField.tsx";
import { useProveIdentity } from "./identity_api.ts";

const EMPTY = { bankCode: "", accountNumber: "", bvn: "" };

type Fields = typeof EMPTY;

const ASKED: Readonly<Record<keyof Fields, (text: string) => string | undefined>> = {
  bankCode: (text) => text === "" ? "Select your bank" : undefined,
  accountNumber: (text) => /^\d{10}$/.test(text.trim()) ? undefined : "Account number must have 10 digits",
  bvn: (text) => /^\d{11}$/.test(text.trim()) ? undefined : "A BVN has 11 digits",
};

type Problems = Partial<Record<keyof Fields, string | undefined>>;

const NAMES = ["bankCode", "accountNumber", "bvn"] as const;

/** Bank, account and BVN. */
export function IdentityForm({ onSent }: { onSent(): void }) {
  const banks = useQuery(banksQuery);
  const isOnline = useOnline();
  const { field, submit, isSending, failure } = useIdentityForm(onSent);
  if (!banks.data) {
    return banks.isError
      ? <ErrorState message="Failed to load the banks" busy={banks.isFetching} onRetry={() => void banks.refetch()} />
      : <Skeleton shape="fields" count={3} label="Loading banks..." />;
  }
  return (
    <Form onSubmit={submit} className="mt-4 gap-5">
      <Select
        {...field("bankCode")}
        label="Your bank"
        placeholder="Select a bank"
        options={banks.data.map(({ code, name }) => ({ value: code, label: name }))}
      />
      <TextField
        {...field("accountNumber")}
        label="Account number"
        hint="An account in your own name."
        inputMode="numeric"
        maxLength={10}
        autoComplete="off"
      />
      <TextField {...field("bvn")} label="BVN" hint={BVN_HINT} inputMode="numeric" maxLength={11} autoComplete="off" />
      {!isOnline && <Banner tone="offline">You are offline. This needs a connection.</Banner>}
      {failure && <Banner tone="error">{failure}</Banner>}
      <Button type="submit" className="self-start" disabled={!isOnline} busy={isSending} busyLabel="Sending...">
        Check my identity
      </Button>
    </Form>
  );
}

/** The BVN is in this form alone, and leaves it with the answer. */
function useIdentityForm(onSent: () => void) {
  const proving = useProveIdentity();
  const [fields, setFields] = useState(EMPTY);
  const [problems, setProblems] = useState<Problems>({});
  useBusy("typing", NAMES.some((name) => fields[name] !== ""));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const wrong = NAMES.filter((name) => ASKED[name](fields[name]) !== undefined);
    setProblems(Object.fromEntries(wrong.map((name) => [name, ASKED[name](fields[name])])));
    if (wrong.length > 0) {
      event.currentTarget.querySelector<HTMLElement>(`[name="${wrong[0]}"]`)?.focus();
      return;
    }
    proving.mutate(fields, {
      onSuccess() {
        setFields(EMPTY);
        onSent();
      },
    });
  };
  const said: Problems = refusedFields(proving.error);
  const field = (name: keyof Fields) => ({
    ...{ name, value: fields[name], error: problems[name] ?? said[name], disabled: proving.isPending },
    onChange(event: { target: { value: string } }) {
      setFields({ ...fields, [name]: event.target.value });
      setProblems({});
      proving.reset();
    },
  });
  const failure = proving.isError ? failureText(proving.error, "Failed to check your identity") : undefined;
  return { field, submit, isSending: proving.isPending, failure };
}

const BVN_HINT =
  "Your Bank Verification Number: dial *565*0# to see it. It tells us that the account is yours, so that nobody is paid " +
  `twice under other names. We send it to ${PROVIDER_NAME}, who asks your bank. We do not keep it.`;
