import type { ReactNode } from "react";
import { PasswordField } from "./PasswordField.tsx";
import { TextField, type TextFieldProps } from "./TextField.tsx";

type Registered = Omit<TextFieldProps, "label">;

interface CredentialFieldsProps {
  /** What `register()` of a form gives for each. */
  email: Registered;
  password: Registered;
  /** Why nobody was let in. It stands at the password, which has the focus then: in sight, and read with it. */
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
