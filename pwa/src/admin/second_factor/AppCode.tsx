import { type ComponentProps, type ReactNode, useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { Form } from "../../ui/Form.tsx";
import { TextField } from "../../ui/TextField.tsx";

/** The field for a code of the admin's app, or a recovery code. */
export function AppCode(props: Omit<ComponentProps<typeof TextField>, "label"> & { label?: string }) {
  return (
    <TextField
      label="Code of your app"
      hint="Or a recovery code"
      autoComplete="one-time-code"
      autoCapitalize="characters"
      spellCheck={false}
      {...props}
    />
  );
}

interface CodeFormProps {
  send: string;
  busyLabel: string;
  isPending: boolean;
  isFilled: boolean;
  /** The code is all that the form asks for. */
  isCodeFirst?: boolean;
  error: string | undefined;
  onCode(code: string): void;
  onClose(): void;
  /** What it does, and fields before the code. */
  children: ReactNode;
}

/** A change of the own second factor, which a code of the app allows. */
export function CodeForm(props: CodeFormProps) {
  const { send, busyLabel, isPending, isFilled, isCodeFirst = false, error, onCode, onClose, children } = props;
  const [code, setCode] = useState("");
  const isReady = isFilled && code.trim() !== "";
  return (
    <Form onSubmit={() => isReady && onCode(code)} className="gap-4">
      {children}
      <AppCode
        autoFocus={isCodeFirst}
        value={code}
        error={error}
        onChange={(event) => setCode(event.target.value)}
      />
      <div className="flex flex-wrap justify-end gap-3 *:flex-1">
        <Button variant="quiet" onClick={onClose}>Cancel</Button>
        <Button type="submit" busy={isPending} busyLabel={busyLabel} disabled={!isReady}>{send}</Button>
      </div>
    </Form>
  );
}
