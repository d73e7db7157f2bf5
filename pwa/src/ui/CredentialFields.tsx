import type { ReactNode } from "react";
import { PasswordField } from "./PasswordField.tsx";
import { TextField, type TextFieldProps } from "./TextField.tsx";

type Registered = Omit<TextFieldProps, "label">;

interface CredentialFieldsProps {
  /** What `register()` of a form gives for each. */
  email: Registered;
  password: Registered;
  /** Why the log-in failed; at the password, which then has the focus, so it is in sight and read aloud. */
  failure: ReactNode;
}

/** Who wants to log in, in the form that password managers fill; the email has the focus. */
export function CredentialFields({ email, password, failure }: CredentialFieldsProps) {
  return (
    <>
      <TextField
        autoFocus
        label="Email"
        type="email"
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        {...email}
      />
      <PasswordField label="Password" autoComplete="current-password" {...password} error={failure} />
    </>
  );
}
