import type { LoginAnswer, LoginRequest } from "@contract/accounts.ts";
import { failureText } from "../lib/api_error.ts";
import { Banner } from "../ui/Banner.tsx";
import { Button } from "../ui/Button.tsx";
import { useReopen } from "./closing_api.ts";

interface KeepAccountProps {
  /** The service's words: until when it can be undone. */
  readonly text: string;
  /** What was given at the log-in. */
  logIn(): LoginRequest;
  onKept(answer: LoginAnswer, remember: boolean): void;
}

/** For the right password of a closed account: opens it again and goes on. */
export function KeepAccount({ text, logIn, onKept }: KeepAccountProps) {
  const reopen = useReopen();
  const keep = () => {
    const body = logIn();
    reopen.mutate(body, { onSuccess: (answer) => onKept(answer, body.rememberMe) });
  };
  return (
    <Banner
      tone="error"
      action={
        <Button size="small" busy={reopen.isPending} busyLabel="Opening..." onClick={keep}>
          Keep my account
        </Button>
      }
    >
      {reopen.isError ? failureText(reopen.error, "Failed to open your account") : text}
    </Banner>
  );
}
