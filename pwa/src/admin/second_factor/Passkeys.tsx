import type { SecondFactorAnswer } from "@contract/second_factor.ts";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { ApiError, failureText } from "../../lib/api_error.ts";
import { formatDateTime } from "../../lib/format.ts";
import { Button } from "../../ui/Button.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { CodeForm } from "./AppCode.tsx";
import { useAddPasskey, useRemovePasskey } from "./api.ts";
import { knowsPasskeys } from "./browser_passkey.ts";

type Passkey = SecondFactorAnswer["passkeys"][number];

const NOT_MADE = "Your browser made no passkey. Please try again with the next code.";
const LONGEST_NAME = 60;

/** The admin's passkeys, each of which takes the place of the app's code at the log-in. */
export function Passkeys({ passkeys }: { passkeys: readonly Passkey[] }) {
  const [open, setOpen] = useState<"nothing" | "adding" | Passkey>("nothing");
  const close = () => setOpen("nothing");
  return (
    <section aria-labelledby="passkeys" className="mt-6 border-t border-line pt-5">
      <h3 id="passkeys" className="mb-1 font-semibold">Passkeys</h3>
      <p className="mb-3 text-sm text-ink-soft">
        With a passkey you log in with your password and your fingerprint, face, PIN or security key, without a code.
      </p>
      {passkeys.length > 0 && (
        <ul aria-label="Passkeys" className="mb-3 flex flex-col gap-2">
          {passkeys.map((passkey) => (
            <li key={passkey.passkeyId} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-sm">
              <div className="min-w-0">
                <p className="font-medium wrap-anywhere">{passkey.name}</p>
                <p className="text-ink-soft">{`Added ${formatDateTime(passkey.since)}`}</p>
              </div>
              <Button
                variant="quiet"
                size="small"
                aria-label={`Remove passkey: ${passkey.name}`}
                onClick={() =>
                  setOpen(passkey)}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      {open === "adding" && <Add onClose={close} />}
      {typeof open === "object" && <Remove key={open.passkeyId} passkey={open} onClose={close} />}
      {open === "nothing" && (knowsPasskeys()
        ? (
          <Button
            variant="quiet"
            size="small"
            icon={<KeyRound size={16} aria-hidden="true" />}
            onClick={() => setOpen("adding")}
          >
            Add a passkey
          </Button>
        )
        : <p className="text-sm text-ink-soft">This browser knows no passkeys.</p>)}
    </section>
  );
}

function Add({ onClose }: { onClose(): void }) {
  const [name, setName] = useState("");
  const add = useAddPasskey();
  const nameError = add.error instanceof ApiError ? add.error.fields.name : undefined;
  return (
    <CodeForm
      send="Add passkey"
      busyLabel="Waiting for the passkey..."
      isPending={add.isPending}
      isFilled={name.trim() !== ""}
      error={add.isError && nameError === undefined ? failureText(add.error, NOT_MADE) : undefined}
      onCode={(code) => add.mutate({ name, code }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <TextField
        autoFocus
        label="Name of the passkey"
        hint="So that you know it again, such as “Work laptop”"
        autoComplete="off"
        maxLength={LONGEST_NAME}
        value={name}
        error={nameError}
        onChange={(event) => setName(event.target.value)}
      />
    </CodeForm>
  );
}

function Remove({ passkey: { passkeyId, name }, onClose }: { passkey: Passkey; onClose(): void }) {
  const remove = useRemovePasskey();
  return (
    <CodeForm
      send="Remove passkey"
      busyLabel="Removing..."
      isPending={remove.isPending}
      isFilled
      error={remove.isError ? failureText(remove.error, "The passkey could not be removed") : undefined}
      isCodeFirst
      onCode={(code) => remove.mutate({ passkeyId, code }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p className="text-sm text-ink-soft">{`“${name}” will no longer open the back office.`}</p>
    </CodeForm>
  );
}
