import { PasswordField } from "./PasswordField.tsx";
import { TextField, type TextFieldProps } from "./TextField.tsx";

type Registered = Omit<TextFieldProps, "label">;

interface CredentialFieldsProps {
  /** What `register()` of a form gives for each. */
  email: Registered;
  password: Registered;
}

/** Who wants to log in, in the form that password managers fill; the email has the focus. */
export function CredentialFields({ email, password }: CredentialFieldsProps) {
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
      <PasswordField label="Password" autoComplete="current-password" {...password} />
    </>
  );
}
