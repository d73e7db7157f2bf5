import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { AppealsAnswer, OwnAppeal } from "@contract/appeals.ts";
import { listOwnAppeals, makeAppeal } from "@contract/calls/trust.ts";
import { ask } from "../lib/ask.ts";
import { formatDateTime, plural } from "../lib/format.ts";
import { tokensWithNaira } from "../lib/naira.ts";
import { Button } from "../ui/Button.tsx";
import { Card } from "../ui/Card.tsx";
import { FailureBanner } from "../ui/FailureBanner.tsx";
import { Form, FormButtons } from "../ui/Form.tsx";
import { LoadState } from "../ui/LoadState.tsx";
import { TextArea } from "../ui/TextArea.tsx";

/** What we decided about the listener's earnings, what it means, and the way to write to us. */
export function Appeals() {
  const query = useAppeals();
  if (!query.data) {
    return (
      <LoadState
        query={query}
        count={2}
        label="Loading our decision..."
        failure="Failed to load what we decided about your earnings"
      />
    );
  }
  const { data } = query;
  return (
    <Card className="flex flex-col gap-5">
      <Decided answer={data} />
      {data.appeals.length > 0 && <Letters appeals={data.appeals} />}
      <WriteToUs answer={data} />
    </Card>
  );
}

function Decided({ answer: { held, voided } }: { answer: AppealsAnswer }) {
  if (!held && !voided) return <h2 className="text-xl">About your earnings</h2>;
  return (
    <>
      {held && (
        <div className="flex flex-col gap-2">
          <h2 className="text-xl">We are checking your earnings</h2>
          <p>{tokensWithNaira(held.tokens)} wait until a person has looked at them.</p>
          <Reason text={held.reason} at={held.since} />
          <ul className="flex list-disc flex-col gap-1 pl-5 text-sm">
            <li>Listen as before. What you earn until we have finished waits, too.</li>
            <li>You can spend and withdraw your Available Balance.</li>
          </ul>
        </div>
      )}
      {voided && (
        <div className="flex flex-col gap-2">
          <h2 className="text-xl">We removed some of your earnings</h2>
          <p>We removed {tokensWithNaira(voided.tokens)} before they settled.</p>
          <Reason text={voided.reason} at={voided.at} />
          {!held && <p className="text-sm">You can listen and earn as before.</p>}
        </div>
      )}
    </>
  );
}

function Reason({ text, at }: { text: string; at: string }) {
  return (
    <blockquote className="border-l-4 border-line pl-3 text-sm wrap-anywhere whitespace-pre-line">
      <bdi>{text}</bdi>
      <footer className="text-xs text-ink-soft">Orin, {formatDateTime(at)}</footer>
    </blockquote>
  );
}

function Letters({ appeals }: { appeals: readonly OwnAppeal[] }) {
  return (
    <ul aria-label="What you wrote to us" className="flex flex-col gap-4">
      {appeals.map(({ appealId, at, text, answer }) => (
        <li key={appealId} className="flex flex-col gap-2 border-t border-line pt-4 text-sm wrap-anywhere">
          <p className="text-xs text-ink-soft">You, {formatDateTime(at)}</p>
          <p className="whitespace-pre-line">
            <bdi>{text}</bdi>
          </p>
          {answer
            ? (
              <>
                <p className="font-semibold">
                  {answer.outcome === "grant"
                    ? "You were right: your earnings are yours again."
                    : "We looked at it again. Our decision remains."}
                </p>
                <Reason text={answer.text} at={answer.at} />
              </>
            )
            : <p className="font-semibold">A person will read it. We answer here and by email.</p>}
        </li>
      ))}
    </ul>
  );
}

function WriteToUs({ answer: { held, voided, appealsLeft, appeals } }: { answer: AppealsAnswer }) {
  const [isWriting, setWriting] = useState(false);
  if (!held && !voided) return null;
  if (appealsLeft === 0) {
    const isWaiting = appeals.some(({ answer }) => !answer);
    return isWaiting ? null : <p className="text-sm">You have written to us three times. Our answer is final.</p>;
  }
  if (isWriting) return <AppealForm onDone={() => setWriting(false)} />;
  return (
    <div className="flex flex-col gap-2">
      <p className="text-sm">
        Are we wrong? Tell us how you listen. A person reads it, and you can write {plural(appealsLeft, "time")}.
      </p>
      <Button className="self-start max-sm:w-full" onClick={() => setWriting(true)}>Write to us</Button>
    </div>
  );
}

const LEAST = 20;

/** The listener's own words. */
function AppealForm({ onDone }: { onDone(): void }) {
  const [text, setText] = useState("");
  const [isTried, setTried] = useState(false);
  // Pressed twice, or again after a lost answer, the words arrive once.
  const [key] = useState(() => crypto.randomUUID());
  const write = useWriteAppeal();
  const isEnough = text.trim().length >= LEAST;
  const submit = () => {
    setTried(true);
    if (isEnough) write.mutate({ key, text: text.trim() }, { onSuccess: onDone });
  };
  return (
    <Form onSubmit={submit} className="gap-4">
      <TextArea
        required
        rows={5}
        label="Your message to us"
        hint="Say who uses your phone, where you listen, and what we may have misunderstood."
        maxLength={2_000}
        value={text}
        error={isTried && !isEnough ? `Please write at least ${LEAST} characters` : undefined}
        onChange={(event) => setText(event.target.value)}
      />
      <FailureBanner of={write} text="Failed to send your message" />
      <FormButtons send="Send" busy={write.isPending} onCancel={onDone} />
    </Form>
  );
}

const KEY = ["wallet", "appeals"];

/** What admins decided about the listener's earnings, and what they wrote about it. */
function useAppeals() {
  // People who come back look for our answer.
  return useQuery({ queryKey: KEY, queryFn: ({ signal }) => ask(listOwnAppeals, { signal }), staleTime: 0 });
}

/** Sends an appeal; with the same `key` the service takes it once. */
function useWriteAppeal() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ key, text }: { key: string; text: string }) =>
      ask(makeAppeal, { body: { text }, headers: { "idempotency-key": key } }),
    onSuccess: (answer) => client.setQueryData(KEY, answer),
  });
}
