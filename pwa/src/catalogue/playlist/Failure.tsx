import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";

/** Says that something did not work. */
export function Failure({ text, onClose }: { text: string; onClose(): void }) {
  return (
    <Dialog
      open
      title={text}
      description="Please try again when you are connected."
      onClose={onClose}
      actions={<Button onClick={onClose}>OK</Button>}
    />
  );
}
