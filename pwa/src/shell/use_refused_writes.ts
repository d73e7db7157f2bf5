import { useEffect, useRef } from "react";
import { useOutboxSnapshot } from "../lib/app_outbox.ts";
import { writeText } from "../lib/write_words.ts";
import { toast } from "../ui/toast.ts";

/** Says when the service refuses a stored write; Earnings lists them. */
export function useRefusedWrites(): void {
  const outbox = useOutboxSnapshot();
  const known = useRef<{ userId: string | undefined; ids: ReadonlySet<string> }>(undefined);
  useEffect(() => {
    if (!outbox) return;
    const { userId, refusedWrites } = outbox;
    const isNewUser = known.current?.userId !== userId;
    const fresh = isNewUser ? [] : refusedWrites.filter(({ id }) => !known.current?.ids.has(id));
    known.current = { userId, ids: new Set(refusedWrites.map(({ id }) => id)) };
    for (const { payload, about, lastError } of fresh) {
      void toast(`${writeText(payload, about)}: not accepted. ${lastError}`, "error");
    }
  }, [outbox]);
}
