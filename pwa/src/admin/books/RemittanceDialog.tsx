import { newId } from "@contract/ids.ts";
import { formatNaira } from "@contract/money.ts";
import { lagosDay } from "@contract/policy.ts";
import type { TaxMonth } from "@contract/tax.ts";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { FormDialog } from "../../ui/FormDialog.tsx";
import { Select } from "../../ui/Select.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { useTaxStep } from "./tax_api.ts";
import { koboIn } from "./typed_kobo.ts";

interface RemittanceDialogProps {
  /** Those that are over and of which something is due. */
  months: readonly TaxMonth[];
  onClose(): void;
}

/** Asks what was paid to the tax authority: of which month, how much, on which day, with which receipt. */
export function RemittanceDialog({ months, onClose }: RemittanceDialogProps) {
  const { month, step, submit, form: { register, setValue, formState: { errors } } } = useRemittance(months, onClose);
  return (
    <FormDialog
      title="Record a remittance"
      description="What you paid to the tax authority. It is booked once an admin on another side has confirmed it."
      onClose={onClose}
      onSubmit={submit}
      send="Record"
      of={step}
      busyLabel="Recording..."
      failure="It was not recorded"
      offline="It was not recorded: no connection. Press again"
    >
      <Select
        data-autofocus
        label="Withheld in"
        options={months.map((one) => ({ value: one.month, label: `${one.month}: ${formatNaira(openOf(one))} due` }))}
        {...register("month", { onChange: ({ target: { value } }) => setValue("sum", dueText(months, value)) })}
      />
      <TextField
        required
        label="Sum in naira"
        inputMode="decimal"
        autoComplete="off"
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
    </FormDialog>
  );
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

function wrongSum(sum: string, due: number): string | undefined {
  const kobo = koboIn(sum) ?? 0;
  if (kobo === 0) return "Enter a sum in naira, such as 1234.50";
  return kobo > due ? `No more than ${formatNaira(due)} of this month is due` : undefined;
}

/** What of a month is due and does not wait for its second admin, kobo. */
function openOf(month: TaxMonth | undefined): number {
  return (month?.dueKobo ?? 0) - (month?.waitingKobo ?? 0);
}

function dueText(months: readonly TaxMonth[], month: string): string {
  return (openOf(months.find((one) => one.month === month)) / 100).toFixed(2);
}
