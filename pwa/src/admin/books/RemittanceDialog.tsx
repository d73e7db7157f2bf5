import { newId } from "@contract/ids.ts";
import { formatNaira } from "@contract/money.ts";
import { lagosDay } from "@contract/policy.ts";
import type { TaxMonth } from "@contract/tax.ts";
import { type FormEvent, useState } from "react";
import { failureText } from "../../lib/api_error.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
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
  const { given, wrong, isTried, choose, submit, step } = useRemittance(months, onClose);
  const { month, sum, paidOn, receipt } = given;
  return (
    <FormDialog
      title="Record a remittance"
      description="What you paid to the tax authority. It is booked once an admin on another side has confirmed it."
      onClose={onClose}
      onSubmit={submit}
      button={<Button type="submit" busy={step.isPending} busyLabel="Recording...">Record</Button>}
    >
      <Select
        data-autofocus
        label="Withheld in"
        value={month}
        options={months.map((one) => ({ value: one.month, label: `${one.month}: ${formatNaira(openOf(one))} due` }))}
        onChange={({ target: { value } }) => choose({ month: value, sum: dueText(months, value) })}
      />
      <TextField
        required
        label="Sum in naira"
        inputMode="decimal"
        autoComplete="off"
        value={sum}
        error={isTried && wrong.sum}
        onChange={({ target: { value } }) => choose({ sum: value })}
      />
      <TextField
        required
        type="date"
        label="Paid on"
        max={lagosDay(Date.now())}
        min={`${month}-01`}
        value={paidOn}
        error={isTried && wrong.paidOn}
        onChange={({ target: { value } }) => choose({ paidOn: value })}
      />
      <TextField
        required
        label="Number of the receipt"
        hint="As the tax authority wrote it"
        autoComplete="off"
        maxLength={60}
        value={receipt}
        error={isTried && wrong.receipt}
        onChange={({ target: { value } }) => choose({ receipt: value })}
      />
      {step.isError && (
        <Banner tone="error">
          {failureText(step.error, "It was not recorded", "It was not recorded: no connection. Press again")}
        </Banner>
      )}
    </FormDialog>
  );
}

function useRemittance(months: readonly TaxMonth[], onClose: () => void) {
  // One id for this form, so that a press that is repeated records it once.
  const [remittanceId] = useState(() => newId());
  const [isTried, setTried] = useState(false);
  const [given, setGiven] = useState(() => {
    const month = months.at(-1)?.month ?? "";
    return { month, sum: dueText(months, month), paidOn: lagosDay(Date.now()), receipt: "" };
  });
  const step = useTaxStep();
  const due = openOf(months.find((one) => one.month === given.month));
  const kobo = koboIn(given.sum) ?? 0;
  const tooMuch = kobo > due ? `No more than ${formatNaira(due)} of this month is due` : undefined;
  const wrong = {
    sum: kobo === 0 ? "Enter a sum in naira, such as 1234.50" : tooMuch,
    paidOn: given.paidOn === "" ? "Choose a day" : undefined,
    receipt: given.receipt.trim().length < 3 ? "Enter the number of the receipt" : undefined,
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (wrong.sum || wrong.paidOn || wrong.receipt) return;
    const { month, paidOn, receipt } = given;
    step.mutate({ step: "record", remittanceId, month, kobo, paidOn, receipt: receipt.trim() }, { onSuccess: onClose });
  };
  const choose = (change: Partial<typeof given>) => setGiven((before) => ({ ...before, ...change }));
  return { given, wrong, isTried, choose, submit, step };
}

/** What of a month is due and does not wait for its second admin, kobo. */
function openOf(month: TaxMonth | undefined): number {
  return (month?.dueKobo ?? 0) - (month?.waitingKobo ?? 0);
}

function dueText(months: readonly TaxMonth[], month: string): string {
  return (openOf(months.find((one) => one.month === month)) / 100).toFixed(2);
}
