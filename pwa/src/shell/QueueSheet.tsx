import { Sheet } from "../ui/Sheet.tsx";
import { Queue } from "./Queue.tsx";

/** The queue over the page. */
export function QueueSheet({ onClose }: { onClose(): void }) {
  return (
    <Sheet open title="Queue" onClose={onClose}>
      <Queue />
    </Sheet>
  );
}
