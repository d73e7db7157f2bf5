import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { getIdentity, proveIdentity } from "@contract/calls/trust.ts";
import { PROVIDER_NAME } from "@contract/payments.ts";
import type { ProveIdentityRequest } from "@contract/requests/identity.ts";
import type { IdentityAnswer, LevelAnswer } from "@contract/trust.ts";
import { levelQuery, profileQuery } from "../data/account.ts";
import { banksQuery, useRefreshMoney } from "../data/wallet.ts";
import { failureText, refusedFields } from "../lib/api_error.ts";
import { ask } from "../lib/ask.ts";
import { useBusy } from "../lib/busy.ts";
import { useOnline } from "../lib/connection.ts";
import { nairaOf } from "../lib/naira.ts";
import { Banner } from "../ui/Banner.tsx";
import { Button } from "../ui/Button.tsx";
import { ErrorState } from "../ui/ErrorState.tsx";
import { Form } from "../ui/Form.tsx";
import { Select } from "../ui/Select.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { TextField } from "../ui/TextField.tsx";

/** The last step: who one is, for payments above the month's limit. Nothing shows while it is unknown. */
export function IdentityProof({ limit }: { limit: NonNullable<LevelAnswer["identity"]> }) {
  const { data } = useIdentity();
  const [isOpen, setOpen] = useState(false);
  if (!data) return null;
  return (
    <section aria-labelledby="identity" className="mt-5 border-t border-line pt-4 text-sm">
      <h3 id="identity" className="mb-2 font-semibold">Your identity</h3>
      {data.isProven
        ? (
          <p className="flex items-start gap-2 text-ink-soft">
            <Check aria-hidden="true" size={18} className="mt-px shrink-0 text-accent" />
            <span>{provenText(data)}</span>
          </p>
        )
        : (
          <p className="text-ink-soft">
            We pay up to {nairaOf(limit.monthlyTokens)}{" "}
            a month to you now. Prove who you are once, and there is no limit.
          </p>
        )}
      <LastCheck identity={data} />
      {data.status !== "waiting" && !data.isProven && (
        <Button
          variant="quiet"
          size="small"
          className="mt-3"
          aria-expanded={isOpen}
          disabled={data.checksLeft === 0}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? "Close" : "Prove your identity"}
        </Button>
      )}
      {isOpen && data.status !== "waiting" && !data.isProven && <IdentityForm onSent={() => setOpen(false)} />}
    </section>
  );
}

function provenText({ account, status }: IdentityAnswer): string {
  if (!account || status !== "proven") return "Your identity is proven.";
  return `Your identity is proven, as ${account.accountName}. We pay without a limit to accounts in this name.`;
}

function LastCheck({ identity: { status, isProven, reason, account, checksLeft } }: { identity: IdentityAnswer }) {
  if (status === "waiting") {
    return (
      <Banner tone="info" className="mt-3">
        We are checking your BVN with your bank{account && ` (${account.bankName} ${account.accountNumber})`}. This
        usually takes less than a minute, and you can leave this page.
      </Banner>
    );
  }
  if (status !== "failed" || isProven) return null;
  return (
    <Banner tone="error" className="mt-3">
      {reason} {checksLeft === 0 && "You can try again tomorrow."}
    </Banner>
  );
}

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
function IdentityForm({ onSent }: { onSent(): void }) {
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

const WATCH_MS = 3_000;

/** The bank behind the provider can be slow. */
const PATIENT_MS = 45_000;

const identityQuery = queryOptions({
  queryKey: [...profileQuery.queryKey, "identity"],
  queryFn: ({ signal }) => ask(getIdentity, { signal }),
  refetchInterval: ({ state }) => state.data?.status === "waiting" ? WATCH_MS : false,
});

/** How far the proof is, asked for again until there is a result; the level and the money follow it. */
function useIdentity() {
  const client = useQueryClient();
  const refreshMoney = useRefreshMoney();
  const query = useQuery(identityQuery);
  const status = query.data?.status;
  const before = useRef(status);
  useEffect(() => {
    if (before.current === "waiting" && status === "proven") {
      void client.invalidateQueries({ queryKey: levelQuery.queryKey });
      void refreshMoney();
    }
    before.current = status;
  });
  return query;
}

/** Sends the BVN to be checked. It is kept in no cache: only the answer is. */
function useProveIdentity() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ProveIdentityRequest) => ask(proveIdentity, { body, timeoutMs: PATIENT_MS }),
    onSuccess: (answer) => client.setQueryData(identityQuery.queryKey, answer),
    gcTime: 0,
  });
}
