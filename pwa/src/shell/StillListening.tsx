import { useState } from "react";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";

/** Asks who has touched nothing for an hour. */
export function StillListening({ onGoOn }: { onGoOn(): void }) {
  const [isOpen, setOpen] = useState(true);
  const leave = () => setOpen(false);
  return (
    <Dialog
      open={isOpen}
      title="Still listening?"
      description="The music paused after an hour, to save your data."
      onClose={leave}
      actions={
        <>
          <Button variant="quiet" onClick={leave}>Not now</Button>
          <Button data-autofocus onClick={onGoOn}>Keep listening</Button>
        </>
      }
    />
  );
}
