import { stopMails, undoMailStop } from "@contract/calls/notifications.ts";
import { ask } from "../lib/ask.ts";
import type { MailStopAnswer } from "@contract/notifications.ts";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { failureText } from "../lib/api_error.ts";
import { Banner } from "../ui/Banner.tsx";
import { Button } from "../ui/Button.tsx";
import { ButtonLink } from "../ui/ButtonLink.tsx";
import { Card } from "../ui/Card.tsx";
import { FailureBanner } from "../ui/FailureBanner.tsx";
import { PageHeader } from "../ui/PageHeader.tsx";

const STOPPED: Readonly<Record<MailStopAnswer["about"], string>> = {
  artist: "You get no more posts and thank-yous of this artist, by email or in the app.",
  kind: "You get no more emails of this kind. The app still shows what is new.",
};

/** `/mail-stop#token`: what the link at the end of a mail opens. Coming here is the press. */
export function MailStop() {
  const [token] = useState(() => location.hash.slice(1));
  const stop = useQuery({
    queryKey: ["mail_stop", token],
    queryFn: () => ask(stopMails, { query: { token } }),
    staleTime: Infinity,
    retry: 1,
  });
  return (
    <div className="mx-auto max-w-xl">
      <PageHeader title="Emails from Orin" subtitle="You pressed a link at the end of an email." seed="Mail" />
      <Card className="flex flex-col items-start gap-4">
        {stop.isPending && <p role="status">Stopping...</p>}
        {stop.isError && (
          <>
            <Banner tone="error">{failureText(stop.error, "We could not stop these emails. Please try again.")}</Banner>
            <Button onClick={() => void stop.refetch()} busy={stop.isFetching}>Try Again</Button>
          </>
        )}
        {stop.data && <Done answer={stop.data} />}
        <ButtonLink variant="quiet" to="/settings/notifications">Choose in the settings</ButtonLink>
      </Card>
    </div>
  );
}

function Done({ answer: { about, undo } }: { answer: MailStopAnswer }) {
  const undoing = useMutation({ mutationFn: (token: string) => ask(undoMailStop, { query: { token } }) });
  if (undoing.isSuccess) return <p role="status">It is as it was: you hear of this again.</p>;
  return (
    <>
      <p role="status">{STOPPED[about]}</p>
      <FailureBanner of={undoing} text="Failed to save. Please try again." />
      {undo === null && <p className="text-sm text-ink-soft">It was stopped before.</p>}
      {undo !== null && (
        <Button busy={undoing.isPending} busyLabel="Saving..." onClick={() => undoing.mutate(undo)}>Undo</Button>
      )}
    </>
  );
}
