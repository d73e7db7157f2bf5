import { enrolAdmin } from "@contract/calls/admin_team.ts";
import type { AdminLoginAnswer } from "@contract/admin.ts";
import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Banner } from "../ui/Banner.tsx";
import { Button } from "../ui/Button.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { NewPassword } from "./Invitation.tsx";
import { askAsEnrolling, useOwnFactor } from "./second_factor/api.ts";
import { LinkApp } from "./second_factor/LinkApp.tsx";
import { RecoveryCodes } from "./second_factor/RecoveryCodes.tsx";

interface Props {
  /** What the log-in answered to an admin who may not work yet. */
  login: AdminLoginAnswer;
  /** The password that they were given. */
  given: string;
  onBack(): void;
}

/** What an admin does before the back office opens: an own password, a second factor, and the word of another side. */
export function Enrolment({ login, given, onBack }: Props) {
  const [isSaved, setSaved] = useState(false);
  const isChoosing = login.standing === "chooses_password" && !isSaved;
  return (
    <>
      <h1 className="mb-4 text-2xl">Welcome, {login.username}</h1>
      {isChoosing
        ? <OwnPassword given={given} onSaved={() => setSaved(true)} />
        : <NextStep login={login} isPasswordSaved={isSaved} onBack={onBack} />}
    </>
  );
}

function OwnPassword({ given, onSaved }: { given: string; onSaved(): void }) {
  const enrol = useMutation({
    mutationFn: (newPassword: string) => askAsEnrolling(enrolAdmin, { body: { currentPassword: given, newPassword } }),
    onSuccess: onSaved,
  });
  return (
    <NewPassword of={enrol} onPassword={(newPassword) => enrol.mutate(newPassword)}>
      The admin who invited you knows your password. Choose one that only you know.
    </NewPassword>
  );
}

/** The second factor where the back office needs one, and then the wait. */
function NextStep({ login, isPasswordSaved, onBack }: {
  login: AdminLoginAnswer;
  isPasswordSaved: boolean;
  onBack(): void;
}) {
  const isAsked = login.standing === "needs_second_factor";
  const factor = useOwnFactor(askAsEnrolling, { enabled: isPasswordSaved });
  const [codes, setCodes] = useState<readonly string[] | "none" | "kept">("none");
  if (codes === "kept") {
    return <Ended onBack={onBack}>Your second factor is on. Log in with the next code of your app.</Ended>;
  }
  if (codes !== "none") return <RecoveryCodes codes={codes} doneLabel="Next" onDone={() => setCodes("kept")} />;
  if (isAsked || (factor.data?.isRequired && factor.data.since === null)) {
    return (
      <>
        <p className="mb-4 text-sm text-ink-soft">
          {isPasswordSaved && "Your password is saved. "}
          The back office opens with your password and a code of your phone. Set it up now.
        </p>
        <LinkApp call={askAsEnrolling} isChange={false} onLinked={setCodes} onCancel={onBack} />
      </>
    );
  }
  if (factor.isLoading) return <Skeleton shape="rows" count={3} label="Loading the next step..." />;
  return (
    <Ended onBack={onBack}>
      {isPasswordSaved && "Your password is saved. "}
      An admin on the side of another founding owner confirms you next. Then log in here.
    </Ended>
  );
}

function Ended({ children, onBack }: { children: ReactNode; onBack(): void }) {
  return (
    <div className="flex flex-col gap-5">
      <Banner tone="info">{children}</Banner>
      <Button size="large" variant="quiet" onClick={onBack}>Back to login</Button>
    </div>
  );
}
