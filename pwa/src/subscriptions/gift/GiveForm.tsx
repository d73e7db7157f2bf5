import { Gift, UserPlus, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { formatNaira } from "@contract/money.ts";
import { PROVIDER_NAME } from "@contract/payments.ts";
import { GIFT_MONTHS, MAX_SEAT_NAME, MAX_SEATS } from "@contract/premium_gifts.ts";
import { failureText } from "../../lib/api_error.ts";
import { useBusy } from "../../lib/busy.ts";
import { useOnline } from "../../lib/connection.ts";
import { plural } from "../../lib/format.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { Form } from "../../ui/Form.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { Segments } from "../../ui/Segments.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { useGivePremium } from "./api.ts";
import { monthsText } from "./gift_words.ts";

const MONTHS = GIFT_MONTHS.map((months) => ({ value: String(months), label: String(months) }));

/** Whom it is for, for how long, and what it costs. */
export function GiveForm({ priceKobo }: { priceKobo: number | undefined }) {
  const form = useGiveForm(priceKobo);
  const isOnline = useOnline();
  const people = useRef<HTMLOListElement>(null);
  const focusPerson = (place: number) =>
    people.current?.children[place]?.querySelector<HTMLInputElement>("input[aria-invalid]")?.focus();
  return (
    <Form
      onSubmit={() => {
        const wrong = form.pay();
        // What is wrong may stand above what a phone shows; its mark is there after the next paint.
        if (wrong !== undefined) requestAnimationFrame(() => focusPerson(wrong));
      }}
    >
      <ol ref={people} aria-label="Who it is for" className="flex flex-col gap-3">
        {form.people.map(({ key }, place) => <Person key={key} form={form} place={place} />)}
      </ol>
      {form.canAdd
        ? (
          <Button variant="quiet" icon={<UserPlus size={18} />} className="self-start" onClick={form.add}>
            Add a person
          </Button>
        )
        : <p className="text-sm text-ink-soft">You can give Premium to at most {MAX_SEATS} people in one payment.</p>}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <span aria-hidden="true" className="text-sm font-semibold">
          {form.people.length === 1 ? "Months" : "Months for each"}
        </span>
        <Segments
          label="Months"
          choices={MONTHS}
          value={String(form.months)}
          onChange={(months) => form.setMonths(Number(months))}
        />
      </div>
      {!isOnline && <Banner tone="offline">You are offline. A payment needs a connection.</Banner>}
      {form.failure && <Banner tone="error">{form.failure}</Banner>}
      <p aria-live="polite" className="min-h-5 text-sm text-ink-soft tabular-nums">
        {priceKobo !== undefined &&
          `${plural(form.people.length, "person", "people")} × ${monthsText(form.months)} × ${formatNaira(priceKobo)}`}
      </p>
      <Button
        type="submit"
        size="large"
        icon={<Gift size={20} />}
        busy={form.isBusy}
        busyLabel="Processing..."
        disabled={!isOnline}
      >
        {form.totalKobo === undefined ? "Give Premium" : `Pay ${formatNaira(form.totalKobo)} with ${PROVIDER_NAME}`}
      </Button>
    </Form>
  );
}

function Person({ form, place }: { form: GiveFormControl; place: number }) {
  const person = form.people[place];
  if (!person) return null;
  const isAlone = form.people.length === 1;
  return (
    <Card as="li" className="relative grid gap-4 sm:grid-cols-2">
      <TextField
        label={isAlone ? "Name" : `Name of person ${place + 1}`}
        autoComplete="off"
        maxLength={MAX_SEAT_NAME}
        value={person.name}
        error={form.problems[place]?.name}
        onChange={(event) => form.edit(person.key, "name", event.target.value)}
      />
      <TextField
        label={isAlone ? "Email" : `Email of person ${place + 1}`}
        type="email"
        inputMode="email"
        autoComplete="off"
        maxLength={254}
        value={person.email}
        error={form.problems[place]?.email}
        onChange={(event) => form.edit(person.key, "email", event.target.value)}
      />
      {!isAlone && (
        <IconButton
          label={`Take out person ${place + 1}`}
          icon={<X size={18} />}
          className="absolute! top-1 right-1"
          onClick={() => form.remove(person.key)}
        />
      )}
    </Card>
  );
}

interface Receiver {
  /** Of the row on the screen. */
  readonly key: number;
  readonly name: string;
  readonly email: string;
}

interface PersonProblem {
  readonly name?: string;
  readonly email?: string;
}

const nobody = (key: number): Receiver => ({ key, name: "", email: "" });

/** Whom Premium is for, for how long, what is wrong with it, and the way to the checkout. */
function useGiveForm(priceKobo: number | undefined) {
  const [people, setPeople] = useState<readonly Receiver[]>([nobody(0)]);
  const [months, setMonths] = useState(1);
  const [problems, setProblems] = useState<readonly PersonProblem[]>([]);
  const checkout = useGivePremium();
  const { reset } = checkout;
  useBusy("typing", people.some(({ name, email }) => name !== "" || email !== ""));
  // With the Back button the browser restores the page as it was: still busy.
  useEffect(() => {
    const restored = ({ persisted }: PageTransitionEvent) => persisted && reset();
    addEventListener("pageshow", restored);
    return () => removeEventListener("pageshow", restored);
  }, [reset]);

  const change = (next: readonly Receiver[]) => {
    setPeople(next);
    setProblems([]);
    if (checkout.isError) reset();
  };
  const totalKobo = priceKobo === undefined ? undefined : priceKobo * months * people.length;
  /** The place of the first person with something wrong; undefined where the checkout opens. */
  const pay = (): number | undefined => {
    const found = people.map(problemOf);
    setProblems(found);
    const wrong = found.findIndex((problem) => problem.name ?? problem.email);
    if (wrong >= 0) return wrong;
    checkout.mutate({
      seats: people.map(({ name, email }) => ({ name: name.trim(), email: email.trim() })),
      months,
      ...(totalKobo !== undefined && { amountKobo: totalKobo }),
      callbackUrl: `${location.origin}/premium-gift`,
    }, { onSuccess: ({ data }) => location.assign(data.authorization_url) });
    return undefined;
  };
  return {
    ...{ people, months, problems, totalKobo, pay },
    setMonths,
    edit: (key: number, field: "name" | "email", text: string) =>
      change(people.map((person) => person.key === key ? { ...person, [field]: text } : person)),
    add: () => change([...people, nobody(Math.max(...people.map(({ key }) => key)) + 1)]),
    remove: (key: number) => change(people.filter((person) => person.key !== key)),
    canAdd: people.length < MAX_SEATS,
    isBusy: checkout.isPending || checkout.isSuccess,
    failure: checkout.isError ? failureText(checkout.error, "Failed to initialize payment") : undefined,
  };
}

function problemOf({ name, email }: Receiver): PersonProblem {
  return {
    ...(name.trim() === "" && { name: "Please enter a name" }),
    ...(!/^\S+@\S+\.\S+$/.test(email.trim()) && { email: "Please enter a valid email address" }),
  };
}

type GiveFormControl = ReturnType<typeof useGiveForm>;
