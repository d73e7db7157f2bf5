import { CLAIM_CONFIRM_DAYS, COUNTER_NOTICE_DAYS } from "@contract/moderation.ts";
import { type ChangeEvent, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { failureText, refusedFields } from "../lib/api_error.ts";
import { Banner } from "../ui/Banner.tsx";
import { Button } from "../ui/Button.tsx";
import { ButtonLink } from "../ui/ButtonLink.tsx";
import { Card } from "../ui/Card.tsx";
import { Checkbox } from "../ui/Checkbox.tsx";
import { Form } from "../ui/Form.tsx";
import { PageHeader } from "../ui/PageHeader.tsx";
import { TextArea } from "../ui/TextArea.tsx";
import { TextField } from "../ui/TextField.tsx";
import { type Claim, useClaim } from "./api.ts";

type Field = Exclude<keyof Claim, "trackId" | "isGoodFaith" | "isTrue"> | "link";

const EMPTY = { link: "", name: "", email: "", organisation: "", address: "", work: "", statement: "" };

/** `/takedown`: a rights holder asks that a song is taken down; no account is needed. */
export function Takedown() {
  const track = useSearchParams()[0].get("track");
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader
        title="Is this your music?"
        subtitle="If someone put your work on Orin without permission, tell us. A person looks at every claim."
        seed="Takedown"
      />
      <ClaimFields link={track === null ? "" : `${location.origin}/track/${track}`} />
    </div>
  );
}

type Said = typeof EMPTY;
type Confirmed = { isGoodFaith: boolean; isTrue: boolean };

/** What was typed, what is missing, and sending it. */
function useClaimForm(link: string) {
  const [said, setSaid] = useState<Said>({ ...EMPTY, link });
  const [confirmed, setConfirmed] = useState<Confirmed>({ isGoodFaith: false, isTrue: false });
  const [missing, setMissing] = useState<Readonly<Partial<Record<string, string>>>>({});
  const [key] = useState(() => crypto.randomUUID());
  const claim = useClaim(key);
  const refused = refusedFields(claim.error);
  const field = (name: Field) => ({
    value: said[name],
    error: missing[name] ?? refused[name === "link" ? "trackId" : name],
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      setSaid({ ...said, [name]: event.target.value }),
  });
  const box = (name: keyof Confirmed) => ({
    checked: confirmed[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) => setConfirmed({ ...confirmed, [name]: event.target.checked }),
  });
  const submit = () => {
    const trackId = trackIn(said.link);
    const found = missingIn(said, trackId);
    setMissing(found);
    const { link: _, ...rest } = said;
    if (trackId !== undefined && Object.keys(found).length === 0) claim.mutate({ ...rest, ...confirmed, trackId });
  };
  return { claim, refused, field, box, submit };
}

type ClaimForm = ReturnType<typeof useClaimForm>;

function ClaimFields({ link }: { link: string }) {
  const form = useClaimForm(link);
  const { claim, refused, submit } = form;
  if (claim.isSuccess) return <Sent claimId={claim.data.claimId} text={claim.data.message} />;
  return (
    <Card>
      <Form onSubmit={submit}>
        <TextField required label="Link to the song on Orin" type="url" inputMode="url" {...form.field("link")} />
        <Claimant form={form} />
        <Work form={form} />
        <Confirmations form={form} />
        <p className="text-sm text-ink-soft">
          We send you a link to confirm your email. Until you open it nobody looks at the claim, and after{" "}
          {CLAIM_CONFIRM_DAYS}{" "}
          days we forget it. We take the song down if your claim holds. The artist may answer: then it comes back after
          {" "}
          {COUNTER_NOTICE_DAYS} days, unless you show us that you have gone to court.
        </p>
        {claim.isError && Object.keys(refused).length === 0 && (
          <Banner tone="error">{failureText(claim.error, "Failed to send your claim")}</Banner>
        )}
        <Button type="submit" className="self-start max-sm:w-full" busy={claim.isPending} busyLabel="Sending...">
          Send the claim
        </Button>
      </Form>
    </Card>
  );
}

function Claimant({ form: { field } }: { form: ClaimForm }) {
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField required label="Your name" autoComplete="name" maxLength={120} {...field("name")} />
        <TextField required label="Email" type="email" autoComplete="email" {...field("email")} />
      </div>
      <TextField
        label="Organisation"
        hint="If you act for a label, a publisher or someone else."
        autoComplete="organization"
        maxLength={200}
        {...field("organisation")}
      />
      <TextArea
        required
        label="Address"
        hint="Where you can be reached by post. The artist does not see it."
        rows={2}
        autoComplete="street-address"
        maxLength={400}
        {...field("address")}
      />
    </>
  );
}

function Work({ form: { field } }: { form: ClaimForm }) {
  return (
    <>
      <TextArea
        required
        label="Which work is yours?"
        hint="Title, who made it, when it came out, and where it can be heard."
        maxLength={1_000}
        {...field("work")}
      />
      <TextArea
        required
        label="What does the song use, and why may it not?"
        hint="The artist sees your name, the work and these words."
        rows={4}
        maxLength={2_000}
        {...field("statement")}
      />
    </>
  );
}

function Confirmations({ form: { box, refused } }: { form: ClaimForm }) {
  const refusal = refused.isGoodFaith ?? refused.isTrue;
  return (
    <div className="flex flex-col gap-1">
      <Checkbox
        label="I believe that this use is not allowed by the rights holder, an agent or the law."
        {...box("isGoodFaith")}
      />
      <Checkbox
        label="What I say is true, and I hold the rights or may act for who holds them. I know that I answer for a false claim."
        {...box("isTrue")}
      />
      {refusal && <p role="alert" className="text-sm text-danger">{refusal}</p>}
    </div>
  );
}

function Sent({ claimId, text }: { claimId: string; text: string }) {
  return (
    <Card className="flex flex-col items-start gap-4">
      <h2 className="text-xl">One step more: open our email</h2>
      <p role="status" className="wrap-anywhere">{text}</p>
      <p className="text-sm text-ink-soft">
        Number of your claim: <span className="font-mono wrap-anywhere">{claimId}</span>
      </p>
      <ButtonLink to="/">Open Orin</ButtonLink>
    </Card>
  );
}

const TRACK = /(?:track\/|track=|^)([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/i;

/** The song that a link leads to; also a bare id. */
function trackIn(link: string): string | undefined {
  return TRACK.exec(link.trim())?.[1]?.toLowerCase();
}

function missingIn(said: typeof EMPTY, trackId: string | undefined): Partial<Record<Field, string>> {
  const wanted: [Field, number, string][] = [
    ["name", 1, "Your name is required"],
    ["email", 3, "Your email is required"],
    ["address", 8, "Please give an address where you can be reached"],
    ["work", 10, "Please describe the work that is yours"],
    ["statement", 20, "Please write at least 20 characters"],
  ];
  const missing = wanted.flatMap(([name, least, text]) => said[name].trim().length < least ? [[name, text]] : []);
  const link = trackId === undefined ? [["link", "Please paste the link of a song on Orin"]] : [];
  return Object.fromEntries([...missing, ...link]);
}
