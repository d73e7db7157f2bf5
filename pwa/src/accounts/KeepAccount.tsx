import type { ReactNode } from "react";
import { Banner } from "../ui/Banner.tsx";
import { Button } from "../ui/Button.tsx";

interface KeepAccountProps {
  /** The service's words: until when it can be undone, or why it could not. */
  readonly text: ReactNode;
  readonly isPending: boolean;
  onKeep(): void;
}

/** For the owner of a closed account who is logging in: opens it again and goes on. */
export function KeepAccount({ text, isPending, onKeep }: KeepAccountProps) {
  return (
    <Banner
      tone="error"
      action={
        <Button size="small" busy={isPending} busyLabel="Opening..." onClick={onKeep}>
          Keep my account
        </Button>
      }
    >
      {text}
    </Banner>
  );
}
