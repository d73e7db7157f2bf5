import { PROVIDER_NAME } from "@contract/payments.ts";
import { useForm } from "react-hook-form";
import { FormDialog } from "../../ui/FormDialog.tsx";
import { TextField } from "../../ui/TextField.tsx";

/** Asks for the code that the payment provider sent to the business. */
export function OtpDialog({ onClose, onConfirm }: { onClose(): void; onConfirm(otp: string): void }) {
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
