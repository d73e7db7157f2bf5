import { newId } from "@contract/ids.ts";
import { formatNaira } from "@contract/money.ts";
import { PROVIDER_NAME } from "@contract/payments.ts";
import { lagosDay } from "@contract/policy.ts";
import type { TaxMonth } from "@contract/tax.ts";
import { type ComponentProps, useState } from "react";
import { useForm } from "react-hook-form";
import { FormDialog } from "../../ui/FormDialog.tsx";
import { Select } from "../../ui/Select.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { useCapital } from "./api.ts";
import { useTaxStep } from "./tax_api.ts";

const WAYS = [{ value: "in", label: "Put in" }, { value: "out", label: "Taken out" }] as const;

interface CapitalDialogProps {
  onClose(): void;
  /** Shown once it waits for another side. */
  onDone(said: string): void;
}

/**
 * Asks what the owners put into the provider's account of their own, or took out. No sum is suggested: what is missing there
 * is no capital until a statement of the provider says so.
 */
export function CapitalDialog({ onClose, onDone }: CapitalDialogProps) {
  // One id for this form, so that a press that is repeated records it once.
  const [capitalId] = useState(() => newId());
  const capital = useCapital();
  const { register, handleSubmit, formState: { errors } } = useForm({
    defaultValues: { way: "in", sum: "", reason: "" },
  });
  const submit = handleSubmit(({ way, sum, reason }) => {
    const kobo = koboIn(sum) ?? 0;
    capital.mutate({ capitalId, kobo: way === "out" ? -kobo : kobo, reason: reason.trim() }, {
      onSuccess: ({ message }) => {
        onDone(message);
        onClose();
      },
    });
  });
  return (
    <RecordDialog
      title="Record capital"
      description={`What the owners put into the account at ${PROVIDER_NAME} of their own, or took out. It is booked once an admin on another side has confirmed it.`}
      of={capital}
      failure="It was not recorded"
      onClose={onClose}
      onSubmit={submit}
    >
      <Select data-autofocus label="Way" options={WAYS} {...register("way")} />
      <Sum
        error={errors.sum?.message}
        {...register("sum", { validate: (sum) => koboIn(sum) !== undefined || NO_SUM })}
      />
      <TextField
        required
        label="Where it comes from"
        maxLength={300}
        error={errors.reason?.message}
        {...register("reason", { validate: (reason) => reason.trim().length >= 3 || "Say where it comes from" })}
      />
    </RecordDialog>
  );
}

interface RemittanceDialogProps {
  /** Those that are over and of which something is due. */
  months: readonly TaxMonth[];
  onClose(): void;
}

/** Asks what was paid to the tax authority: of which month, how much, on which day, with which receipt. */
export function RemittanceDialog({ months, onClose }: RemittanceDialogProps) {
  const { month, step, submit, form: { register, setValue, formState: { errors } } } = useRemittance(months, onClose);
  return (
    <RecordDialog
      title="Record a remittance"
      description="What you paid to the tax authority. It is booked once an admin on another side has confirmed it."
      of={step}
      failure="It was not recorded"
      offline="It was not recorded: no connection. Press again"
      onClose={onClose}
      onSubmit={submit}
    >
      <Select
        data-autofocus
        label="Withheld in"
        options={months.map((one) => ({ value: one.month, label: `${one.month}: ${formatNaira(openOf(one))} due` }))}
        {...register("month", { onChange: ({ target: { value } }) => setValue("sum", dueText(months, value)) })}
      />
      <Sum
        error={errors.sum?.message}
        {...register("sum", { validate: (sum) => wrongSum(sum, openOf(months.find((one) => one.month === month))) })}
      />
      <TextField
        required
        type="date"
        label="Paid on"
        max={lagosDay(Date.now())}
        min={`${month}-01`}
        error={errors.paidOn?.message}
        {...register("paidOn", { required: "Choose a day" })}
      />
      <TextField
        required
        label="Number of the receipt"
        hint="As the tax authority wrote it"
        autoComplete="off"
        maxLength={60}
        error={errors.receipt?.message}
        {...register("receipt", {
          validate: (receipt) => receipt.trim().length >= 3 || "Enter the number of the receipt",
        })}
      />
    </RecordDialog>
  );
}

function RecordDialog(props: Omit<ComponentProps<typeof FormDialog>, "send">) {
  return <FormDialog {...props} send="Record" busyLabel="Recording..." />;
}

function Sum(props: Omit<ComponentProps<typeof TextField>, "label">) {
  return <TextField {...props} required label="Sum in naira" inputMode="decimal" autoComplete="off" />;
}

function useRemittance(months: readonly TaxMonth[], onClose: () => void) {
  // One id for this form, so that a press that is repeated records it once.
  const [remittanceId] = useState(() => newId());
  const first = months.at(-1)?.month ?? "";
  const form = useForm({
    defaultValues: { month: first, sum: dueText(months, first), paidOn: lagosDay(Date.now()), receipt: "" },
  });
  const step = useTaxStep();
  const month = form.watch("month");
  const submit = form.handleSubmit(({ sum, paidOn, receipt }) => {
    const kobo = koboIn(sum) ?? 0;
    step.mutate({ step: "record", remittanceId, month, kobo, paidOn, receipt: receipt.trim() }, { onSuccess: onClose });
  });
  return { form, month, step, submit };
}

const NO_SUM = "Enter a sum in naira, such as 1234.50";

function wrongSum(sum: string, due: number): string | undefined {
  const kobo = koboIn(sum) ?? 0;
  if (kobo === 0) return NO_SUM;
  return kobo > due ? `No more than ${formatNaira(due)} of this month is due` : undefined;
}

/** What of a month is due and does not wait for its second admin, kobo. */
function openOf(month: TaxMonth | undefined): number {
  return (month?.dueKobo ?? 0) - (month?.waitingKobo ?? 0);
}

function dueText(months: readonly TaxMonth[], month: string): string {
  return (openOf(months.find((one) => one.month === month)) / 100).toFixed(2);
}

/** Kobo of a sum such as "1,234.50", by its digits alone; undefined for what is no sum above zero. */
function koboIn(text: string): number | undefined {
  const found = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text.trim().replaceAll(/[₦,\s]/g, ""));
  if (!found) return undefined;
  const kobo = Number(found[1]) * 100 + Number((found[2] ?? "").padEnd(2, "0"));
  return kobo > 0 ? kobo : undefined;
}
