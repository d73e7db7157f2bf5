import { objectToEmail } from "@contract/calls/accounts.ts";
import { ask } from "../lib/ask.ts";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { isLinkOver, LinkOver } from "../ui/LinkOver.tsx";
import { Button } from "../ui/Button.tsx";
import { ButtonLink } from "../ui/ButtonLink.tsx";
import { Card } from "../ui/Card.tsx";
import { FailureBanner } from "../ui/FailureBanner.tsx";
import { PageHeader } from "../ui/PageHeader.tsx";

/** `/not-me#token`: what the link opens that we send before an account gets another email. Coming here changes nothing. */
export function NotMe() {
  const [token] = useState(() => location.hash.slice(1));
  const object = useMutation({
    mutationFn: () => ask(objectToEmail, { body: { token } }),
  });
  if (isLinkOver(object.error)) return <LinkOver error={object.error} />;
  return (
    <div className="mx-auto max-w-xl">
      <PageHeader title="Keep your email" subtitle="Your account is about to get another one." seed="Email" />
      <Card className="flex flex-col items-start gap-4">
        {object.isSuccess
          ? (
            <>
              <p role="status">Your email stays as it is. We told our team that you did not ask for another one.</p>
              <ButtonLink to="/login">Log in</ButtonLink>
            </>
          )
          : (
            <>
              <p>
                Did you ask us to change the email of your account? Then there is nothing to do: close this page. If
                not, keep the email that you have.
              </p>
              <FailureBanner of={object} text="That did not work. Please try again." />
              <Button busy={object.isPending} busyLabel="Saving..." onClick={() => object.mutate()}>
                This was not me
              </Button>
            </>
          )}
      </Card>
    </div>
  );
}
