import { newId } from "@contract/ids.ts";
import { formatNaira } from "@contract/money.ts";
import { lagosDay } from "@contract/policy.ts";
import type { TaxMonth } from "@contract/tax.ts";
import { type FormEvent, useState } from "react";
import { failureText } from "../../lib/api_error.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Select } from "../../ui/Select.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { useTaxStep } from "./tax_api.ts";

interface RemittanceDialogProps {
  /** Those that are over and of which something is due. */
  months: readonly TaxMonth[];
  onClose(): void;
}

/** Asks what was paid to the tax authority: of which month, how much, on which day, with which receipt. */
export function RemittanceDialog({ months, onClose }: RemittanceDialogProps) {
  const open = (month: TaxMonth | undefined) => (month?.dueKobo ?? 0) - (month?.waitingKobo ?? 0);
  const first = months.at(-1);
  // One id for this form, so that a press that is repeated records it once.
  const [remittanceId] = useState(() => newId());
  const [month, setMonth] = useState(first?.month ?? "");
  const [sum, setSum] = useState(() => textOf(open(first)));
  const [paidOn, setPaidOn] = useState(() => lagosDay(Date.now()));
  const [receipt, setReceipt] = useState("");
  const [isTried, setTried] = useState(false);
  const step = useTaxStep();
  const due = open(months.find((one) => one.month === month));
  const kobo = koboIn(sum);
  const sumError = kobo === undefined
    ? "Enter a sum in naira, such as 1234.50"
    : kobo > due
    ? `No more than ${formatNaira(due)} of this month is due`
    : undefined;
  const receiptError = receipt.trim().length < 3 ? "Enter the number of the receipt" : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (kobo === undefined || sumError || receiptError || paidOn === "") return;
    step.mutate({ step: "record", remittanceId, month, kobo, paidOn, receipt: receipt.trim() }, { onSuccess: onClose });
  };
  return (
    <Dialog
      open
      title="Record a remittance"
      description="What you paid to the tax authority. It is booked once an admin on another side has confirmed it."
      onClose={onClose}
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <Select
          data-autofocus
          label="Withheld in"
          value={month}
          options={months.map((one) => ({ value: one.month, label: `${one.month}: ${formatNaira(open(one))} due` }))}
          onChange={(event) => {
            setMonth(event.target.value);
            setSum(textOf(open(months.find((one) => one.month === event.target.value))));
          }}
        />
        <TextField
          required
          label="Sum in naira"
          inputMode="decimal"
          autoComplete="off"
          value={sum}
          error={isTried && sumError}
          onChange={(event) => setSum(event.target.value)}
        />
        <TextField
          required
          type="date"
          label="Paid on"
          max={lagosDay(Date.now())}
          min={`${month}-01`}
          value={paidOn}
          error={isTried && paidOn === "" && "Choose a day"}
          onChange={(event) => setPaidOn(event.target.value)}
        />
        <TextField
          required
          label="Number of the receipt"
          hint="As the tax authority wrote it"
          autoComplete="off"
          maxLength={60}
          value={receipt}
          error={isTried && receiptError}
          onChange={(event) => setReceipt(event.target.value)}
        />
        {step.isError && (
          <Banner tone="error">
            {failureText(step.error, "It was not recorded", "It was not recorded: no connection. Press again")}
          </Banner>
        )}
        <div className="flex flex-wrap justify-end gap-3 max-sm:*:flex-1">
          <Button variant="quiet" onClick={onClose}>Cancel</Button>
          <Button type="submit" busy={step.isPending} busyLabel="Recording...">Record</Button>
        </div>
      </form>
    </Dialog>
  );
}

function textOf(kobo: number): string {
  return (kobo / 100).toFixed(2);
}

/** Kobo of a sum such as "1,234.50", by its digits alone; undefined for what is no sum above zero. */
function koboIn(text: string): number | undefined {
  const found = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text.trim().replaceAll(/[₦,\s]/g, ""));
  if (!found) return undefined;
  const kobo = Number(found[1]) * 100 + Number((found[2] ?? "").padEnd(2, "0"));
  return kobo > 0 ? kobo : undefined;
}
