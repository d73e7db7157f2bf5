import { useQuery } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { useState } from "react";
import { isLevel1Closed, type LevelAnswer, type LevelCondition, stepText } from "@contract/trust.ts";
import { levelQuery } from "../data/account.ts";
import { failureText, refusedFields } from "../lib/api_error.ts";
import { useBusy } from "../lib/busy.ts";
import { formatTokens } from "../lib/format.ts";
import { usePassing } from "../lib/use_passing.ts";
import { shortNaira } from "../lib/naira.ts";
import { useSavedAt } from "../lib/use_saved_at.ts";
import { Banner } from "../ui/Banner.tsx";
import { Button } from "../ui/Button.tsx";
import { Card } from "../ui/Card.tsx";
import { FailureBanner } from "../ui/FailureBanner.tsx";
import { Form } from "../ui/Form.tsx";
import { OtpField } from "../ui/OtpField.tsx";
import { Progress } from "../ui/Progress.tsx";
import { SavedNote } from "../ui/SavedNote.tsx";
import { TextField } from "../ui/TextField.tsx";
import { IdentityProof } from "./IdentityProof.tsx";
import { useConfirmPhone, useRequestPhone } from "./settings_api.ts";

/** What one can earn now, and how that grows. Nothing shows while it is unknown: the rest of the page stays. */
export function LevelCard() {
  const level = useQuery(levelQuery);
  const savedAt = useSavedAt(level);
  const { data } = level;
  if (!data) return null;
  return (
    <Card>
      <h2 className="mb-2 text-xl">Your level</h2>
      <SavedNote what="level" savedAt={savedAt} />
      <p className="text-sm text-ink-soft">{giving(data)}</p>
      {isLevel1Closed(data) && (
        <p className="mt-2 text-sm text-ink-soft">
          Orin cannot text codes at the moment, so level 1 is closed. Prove your identity instead: that is level 2.
        </p>
      )}
      {data.next && !isLevel1Closed(data) && <Towards next={data.next} />}
      <PhoneProof phone={data.phone} />
      {data.identity && <IdentityProof limit={data.identity} />}
    </Card>
  );
}

function giving({ level, dailyTokens }: LevelAnswer): string {
  return `You are at level ${level}: you can earn up to ${tokens(dailyTokens)} a day.`;
}

function Towards({ next }: { next: NonNullable<LevelAnswer["next"]> }) {
  const met = next.conditions.filter(({ have, need }) => have >= need).length;
  const all = next.conditions.length;
  return (
    <div className="mt-4">
      <p className="mb-2 text-sm font-semibold">
        Next: up to {tokens(next.dailyTokens)} a day. You have {met} of {all}.
      </p>
      <Progress label="Towards the next level" value={met} max={all} text={`${met} of ${all}`} />
      <ul className="mt-3 flex flex-col gap-2 text-sm">
        {next.conditions.map((condition) => <Condition key={condition.name} condition={condition} />)}
      </ul>
    </div>
  );
}

function Condition({ condition }: { condition: LevelCondition }) {
  const { have, need } = condition;
  const isMet = have >= need;
  return (
    <li className={`flex gap-3 ${isMet ? "text-ink-soft" : ""}`}>
      <span
        aria-hidden="true"
        className="mt-px inline-flex size-[18px] shrink-0 items-center justify-center text-accent"
      >
        {isMet ? <Check size={18} /> : <span className="size-2 rounded-full border-2 border-current" />}
      </span>
      <span>
        {stepText(condition)}
        {isMet ? <span className="sr-only">: done</span> : need > 1 && `: ${have} so far`}
      </span>
    </li>
  );
}

function tokens(amount: number): string {
  const text = formatTokens(amount).replace(/\.00$/, "");
  return `${text} ${text === "1" ? "token" : "tokens"} (${shortNaira(amount)})`;
}

/** The phone number: whether it is proven, and the way to prove it with a code. */
function PhoneProof({ phone }: { phone: LevelAnswer["phone"] }) {
  const [isOpen, setOpen] = useState(false);
  const [sentTo, setSentTo] = useState<string>();
  const [message, show] = usePassing();
  const done = () => {
    setOpen(false);
    setSentTo(undefined);
    show("Phone number confirmed");
  };
  if (!phone.canBeProven && !phone.isProven) return null;
  return (
    <div className="mt-5 border-t border-line pt-4">
      {phone.isProven
        ? (
          <p className="flex items-center gap-2 text-sm text-ink-soft">
            <Check aria-hidden="true" size={18} className="shrink-0 text-accent" />
            <span className="min-w-0 break-words">{phone.number} is your proven number.</span>
          </p>
        )
        : (
          <Button
            variant="quiet"
            size="small"
            aria-expanded={isOpen}
            onClick={() => {
              setOpen(!isOpen);
              setSentTo(undefined);
            }}
          >
            {isOpen ? "Close" : "Prove your phone number"}
          </Button>
        )}
      {message && <Banner tone="success" className="mt-4">{message}</Banner>}
      {isOpen && !phone.isProven && (
        sentTo === undefined
          ? <NumberForm known={phone.number} onSent={setSentTo} />
          : <CodeForm sentTo={sentTo} onDone={done} onOther={() => setSentTo(undefined)} />
      )}
    </div>
  );
}

function NumberForm({ known, onSent }: { known: string; onSent(phone: string): void }) {
  const [phone, setPhone] = useState(known);
  const request = useRequestPhone();
  useBusy("typing", phone !== known);
  const submit = () => {
    request.mutate(phone, { onSuccess: () => onSent(phone) });
  };
  const wrong = refusedFields(request.error)["phone"];
  return (
    <Form onSubmit={submit} className="mt-4 gap-5">
      <TextField
        autoFocus
        label="Mobile number"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        hint="We will text a code to this number."
        value={phone}
        error={wrong}
        onChange={(event) => setPhone(event.target.value)}
      />
      {request.isError && wrong === undefined && (
        <Banner tone="error">{failureText(request.error, "Failed to send the code")}</Banner>
      )}
      <Button
        type="submit"
        className="self-start"
        disabled={phone.trim() === ""}
        busy={request.isPending}
        busyLabel="Sending..."
      >
        Text me a code
      </Button>
    </Form>
  );
}

function CodeForm({ sentTo, onDone, onOther }: { sentTo: string; onDone(): void; onOther(): void }) {
  const [otp, setOtp] = useState("");
  const confirm = useConfirmPhone();
  const send = (code: string) => confirm.mutate({ phone: sentTo, otp: code }, { onSuccess: onDone });
  const submit = () => {
    send(otp);
  };
  return (
    <Form onSubmit={submit} className="mt-4 gap-5">
      <p className="text-sm text-ink-soft">A code is on its way to {sentTo}. It expires in 10 minutes.</p>
      <OtpField autoFocus label="Code" value={otp} onChange={setOtp} onComplete={send} disabled={confirm.isPending} />
      <FailureBanner of={confirm} text="Failed to confirm the number" />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={otp.length < 5} busy={confirm.isPending} busyLabel="Checking...">
          Confirm number
        </Button>
        <Button variant="quiet" onClick={onOther}>Another number</Button>
      </div>
    </Form>
  );
}
