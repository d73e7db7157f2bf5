import { newId } from "@contract/ids.ts";
import { PROVIDER_NAME } from "@contract/payments.ts";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { FormDialog } from "../../ui/FormDialog.tsx";
import { Select } from "../../ui/Select.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { useCapital } from "./api.ts";
import { koboIn } from "./typed_kobo.ts";

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
    <FormDialog
      title="Record capital"
      description={`What the owners put into the account at ${PROVIDER_NAME} of their own, or took out. It is booked once an admin on another side has confirmed it.`}
      onClose={onClose}
      onSubmit={submit}
      send="Record"
      of={capital}
      busyLabel="Recording..."
      failure="It was not recorded"
    >
      <Select data-autofocus label="Way" options={WAYS} {...register("way")} />
      <TextField
        required
        label="Sum in naira"
        inputMode="decimal"
        autoComplete="off"
        error={errors.sum?.message}
        {...register("sum", {
          validate: (sum) => koboIn(sum) !== undefined || "Enter a sum in naira, such as 1234.50",
        })}
      />
      <TextField
        required
        label="Where it comes from"
        maxLength={300}
        error={errors.reason?.message}
        {...register("reason", {
          validate: (reason) => reason.trim().length >= 3 || "Say where it comes from",
        })}
      />
    </FormDialog>
  );
}
