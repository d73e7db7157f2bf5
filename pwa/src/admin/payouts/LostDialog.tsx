import { useForm } from "react-hook-form";
import { FormDialog } from "../../ui/FormDialog.tsx";
import { TextArea } from "../../ui/TextArea.tsx";
import { TextField } from "../../ui/TextField.tsx";

interface LostDialogProps {
  onClose(): void;
  onConfirm(settlement: { reason: string; userId?: string }): void;
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Asks how a lost payout was settled, and whom it paid: an address of their page in the back office will do. */
export function LostDialog({ onClose, onConfirm }: LostDialogProps) {
  const { register, handleSubmit, formState: { errors } } = useForm({ defaultValues: { reason: "", person: "" } });
  const submit = handleSubmit(({ reason, person }) => {
    const userId = idIn(person);
    onConfirm({ reason: reason.trim(), ...(userId !== "" && { userId }) });
  });
  return (
    <FormDialog
      title="Settle this payout"
      description="Say how you settled it with the person. An admin on another side has to confirm it."
      onClose={onClose}
      onSubmit={submit}
      send="It is settled"
      variant="danger"
    >
      <TextArea
        data-autofocus
        required
        label="Reason"
        maxLength={300}
        error={errors.reason?.message}
        {...register("reason", { validate: (reason) => reason.trim().length >= 3 || "Please say why" })}
      />
      <TextField
        label="Take it from"
        hint="The user's id, or the address of their page. They owe what they no longer have. Leave it empty if they paid it back."
        error={errors.person?.message}
        {...register("person", {
          validate: (person) => person.trim() === "" || ID.test(idIn(person)) || "That is not a user's id",
        })}
      />
    </FormDialog>
  );
}

function idIn(person: string): string {
  return person.trim().split("/").at(-1)?.toLowerCase() ?? "";
}
