import { KeyRound } from "lucide-react";
import { useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { Form } from "../../ui/Form.tsx";
import { OtpField } from "../../ui/OtpField.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { CODE_LENGTH } from "./LinkApp.tsx";

interface Props {
  busy: boolean;
  /** Why the last code was not taken. */
  failure: string | undefined;
  /** Rejects where the code was not taken. */
  onCode(code: string): Promise<unknown>;
  /** Asks a passkey; left out where there is none. */
  onPasskey?: (() => Promise<unknown>) | undefined;
  onBack(): void;
}

/** The second step of the log-in: a code of the app, or a recovery code. */
export function CodeStep({ busy, failure, onCode, onPasskey, onBack }: Props) {
  const [isRecovery, setRecovery] = useState(false);
  const [code, setCode] = useState("");
  const [wasRecovery, setWasRecovery] = useState(false);
  const shownFailure = wasRecovery === isRecovery ? failure : undefined;
  const isFilled = isRecovery ? code.trim() !== "" : code.length === CODE_LENGTH;
  const send = (typed: string) => {
    if (busy) return;
    setWasRecovery(isRecovery);
    onCode(typed).catch(() => setCode(""));
  };
  const turn = () => {
    setRecovery(!isRecovery);
    setCode("");
  };
  return (
    <>
      <h1 className="text-2xl">Enter your code</h1>
      <p className="mt-1 mb-6 text-sm text-ink-soft">
        {isRecovery
          ? "Enter one of the codes that you kept when you set up your second factor. Each works once."
          : "Open your authenticator app and enter the code for Orin back office."}
      </p>
      <Form onSubmit={() => isFilled && send(code)}>
        <CodeField isRecovery={isRecovery} code={code} error={shownFailure} onChange={setCode} onComplete={send} />
        <Button type="submit" size="large" busy={busy} busyLabel="Checking..." disabled={!isFilled}>Login</Button>
        {onPasskey && (
          <Button
            variant="quiet"
            size="large"
            disabled={busy}
            icon={<KeyRound size={18} aria-hidden="true" />}
            onClick={() => {
              setWasRecovery(isRecovery);
              onPasskey().catch(() => undefined);
            }}
          >
            Use a passkey
          </Button>
        )}
        <div className="flex flex-wrap justify-between gap-3">
          <Button variant="plain" size="small" onClick={onBack}>Back</Button>
          <Button variant="plain" size="small" onClick={turn}>
            {isRecovery ? "Use the app" : "Use a recovery code"}
          </Button>
        </div>
      </Form>
    </>
  );
}

interface CodeFieldProps {
  isRecovery: boolean;
  code: string;
  error: string | undefined;
  onChange(code: string): void;
  onComplete(code: string): void;
}

function CodeField({ isRecovery, code, error, onChange, onComplete }: CodeFieldProps) {
  return isRecovery
    ? (
      <TextField
        autoFocus
        label="Recovery code"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={code}
        error={error}
        onChange={(event) => onChange(event.target.value)}
      />
    )
    : (
      <OtpField
        autoFocus
        label="Code"
        length={CODE_LENGTH}
        value={code}
        error={error}
        onChange={onChange}
        onComplete={onComplete}
      />
    );
}
