import { Sparkles } from "lucide-react";
import { useState } from "react";
import { useIsBusy } from "../lib/busy.ts";
import { useStore } from "../lib/store.ts";
import { Button } from "../ui/Button.tsx";
import { Notice } from "./Notice.tsx";
import { readyUpdate } from "./update.ts";

/** Offers the new version. While something plays, uploads or is half typed it waits, and says so. */
export function UpdatePrompt() {
  const apply = useStore(readyUpdate);
  const isBusy = useIsBusy();
  const [isHidden, setHidden] = useState(false);
  if (!apply || isHidden) return null;
  const action = !isBusy && <Button size="small" onClick={apply}>Update</Button>;
  return (
    <Notice icon={<Sparkles size={20} />} action={action} onClose={() => setHidden(true)}>
      {isBusy ? "Update ready. Install it when you are done here." : "Update ready"}
    </Notice>
  );
}
