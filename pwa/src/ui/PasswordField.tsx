import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { IconButton } from "./IconButton.tsx";
import { TextField, type TextFieldProps } from "./TextField.tsx";

/** A password with a button that shows and hides it. Say `autoComplete`: "current-password" or "new-password". */
export function PasswordField(props: Omit<TextFieldProps, "type" | "end">) {
  const [shown, setShown] = useState(false);
  const button = (
    <IconButton
      size="small"
      label={shown ? "Hide password" : "Show password"}
      icon={shown ? <EyeOff size={18} /> : <Eye size={18} />}
      onClick={() => setShown(!shown)}
    />
  );
  return (
    <TextField autoCapitalize="none" spellCheck={false} {...props} type={shown ? "text" : "password"} end={button} />
  );
}
