import type { SuspensionLink } from "@contract/moderation.ts";
import { useState } from "react";
import { useParams } from "react-router-dom";
import { formatDateTime } from "../lib/format.ts";
import { Banner } from "../ui/Banner.tsx";
import { Button } from "../ui/Button.tsx";
import { ButtonLink } from "../ui/ButtonLink.tsx";
import { Card } from "../ui/Card.tsx";
import { LoadState } from "../ui/LoadState.tsx";
import { PageHeader } from "../ui/PageHeader.tsx";
import { useAppealSuspension, useSuspension } from "./api.ts";
import { Quote } from "./Held.tsx";
import { AppealText } from "./HeldForms.tsx";
import { isLinkOver, LinkOver } from "../ui/LinkOver.tsx";

/** `/suspended/:token`: why a person is suspended, since when, and their one appeal; the link of our mail is enough. */
export function Suspended() {
  const { token = "" } = useParams();
  const query = useSuspension(token);
  const { data, error } = query;
  if (isLinkOver(error)) return <LinkOver error={error} />;
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader title="Your account is suspended" subtitle="Why, since when, and what you can do." seed="Suspended" />
      {data
        ? <Shown token={token} suspension={data} />
        : <LoadState query={query} count={2} label="Loading..." failure="Failed to load what we decided" />}
    </div>
  );
}

function Shown({ token, suspension }: { token: string; suspension: SuspensionLink }) {
  const { firstName, since, words, isMusicHidden, isOver, appeal } = suspension;
  return (
    <Card className="flex flex-col gap-4">
      {isOver && (
        <Banner tone="success" action={<ButtonLink size="small" to="/login">Log in</ButtonLink>}>
          The suspension is over: you can log in again.
        </Banner>
      )}
      <p>
        {firstName && (
          <>
            <bdi>{firstName}</bdi>
            {", "}
          </>
        )}
        {isOver ? "your account was suspended on " : "your account is suspended since "}
        {formatDateTime(since)}.
      </p>
      {words
        ? <Quote text={words} by="Orin" at={since} />
        : <p className="text-sm">We have not written down why. Say below what we should know.</p>}
      {!isOver && (
        <p className="text-sm text-ink-soft">
          Until it ends you cannot log in or withdraw. What you have earned stays yours.{" "}
          {isMusicHidden ? "Nobody hears your music." : "Everyone still hears your music."}
        </p>
      )}
      {appeal ? <Said appeal={appeal} /> : <Ask token={token} suspension={suspension} />}
    </Card>
  );
}

function Said({ appeal: { text, at, answer } }: { appeal: NonNullable<SuspensionLink["appeal"]> }) {
  return (
    <div className="flex flex-col gap-3 border-t border-line pt-4">
      <Quote text={text} by="You" at={at} />
      {answer
        ? (
          <>
            <p className="text-sm font-semibold">
              {answer.verdict === "grant"
                ? "You were right."
                : "Another person has looked at it. Our decision remains, and is final."}
            </p>
            <Quote text={answer.text} by="Orin" at={answer.at} />
          </>
        )
        : (
          <p role="status" className="text-sm font-semibold">
            Another person than the one who decided reads it. We answer by email, and here.
          </p>
        )}
    </div>
  );
}

function Ask({ token, suspension: { mayAppeal } }: { token: string; suspension: SuspensionLink }) {
  const [isWriting, setWriting] = useState(false);
  const appeal = useAppealSuspension(token);
  if (!mayAppeal) return null;
  if (isWriting) return <AppealText appeal={appeal} onDone={() => setWriting(false)} />;
  return (
    <div className="flex flex-col gap-2 border-t border-line pt-4">
      <p className="text-sm">Are we wrong? You can appeal once: another person looks at it again.</p>
      <Button className="self-start max-sm:w-full" onClick={() => setWriting(true)}>Appeal</Button>
    </div>
  );
}
