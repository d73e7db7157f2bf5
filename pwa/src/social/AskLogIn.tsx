import { loginPath } from "../lib/session.ts";
import { ButtonLink } from "../ui/ButtonLink.tsx";
import { Dialog } from "../ui/Dialog.tsx";

/** Tells a visitor what needs an account. */
export function AskLogIn({ text, onClose }: { text: string; onClose(): void }) {
  return (
    <Dialog
      open
      title={text}
      onClose={onClose}
      actions={
        <>
          <ButtonLink variant="quiet" to="/signup">Sign up</ButtonLink>
          <ButtonLink to={loginPath()}>Log in</ButtonLink>
        </>
      }
    />
  );
}
