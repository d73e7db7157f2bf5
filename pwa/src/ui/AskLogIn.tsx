import { loginPath, signUpPath } from "../lib/session.ts";
import { ButtonLink } from "./ButtonLink.tsx";
import { Dialog } from "./Dialog.tsx";

interface AskLogInProps {
  text: string;
  onClose(): void;
  /** The visitor goes to log in or to sign up. */
  onLeave?: (() => void) | undefined;
}

/** Tells a visitor what needs an account. */
export function AskLogIn({ text, onClose, onLeave }: AskLogInProps) {
  return (
    <Dialog
      open
      title={text}
      onClose={onClose}
      actions={
        <>
          <ButtonLink variant="quiet" to={signUpPath()} onClick={onLeave}>Sign up</ButtonLink>
          <ButtonLink to={loginPath()} onClick={onLeave}>Log in</ButtonLink>
        </>
      }
    />
  );
}
