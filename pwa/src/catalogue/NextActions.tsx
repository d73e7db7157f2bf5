import { loginPath, signUpPath, useSession } from "../lib/session.ts";
import { ButtonLink } from "../ui/ButtonLink.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { ChoosePlan } from "./ChoosePlan.tsx";
import { playOn } from "./playing.ts";

/** How to go on once the free plays are used up: the plans for listeners, an account for visitors. */
export function NextActions({ onClose }: { onClose(): void }) {
  const session = useSession();
  if (!session) return <CreateAccount onClose={onClose} />;
  const goOn = () => {
    onClose();
    void playOn();
  };
  return (
    <ChoosePlan
      text="You have used today's free plays. You get new ones tomorrow, or keep listening now."
      onClose={onClose}
      onExtraPlay={goOn}
    />
  );
}

function CreateAccount({ onClose }: { onClose(): void }) {
  return (
    <Dialog
      open
      title="Create a free account to keep listening and earn"
      description="You have used today's free plays on this device. With an account you get your own, and listening earns tokens."
      onClose={onClose}
      actions={
        <>
          <ButtonLink variant="quiet" to={loginPath()}>Log in</ButtonLink>
          <ButtonLink to={signUpPath()}>Sign up</ButtonLink>
        </>
      }
    />
  );
}
