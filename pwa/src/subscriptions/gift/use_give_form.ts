import { MAX_SEATS } from "@contract/premium_gifts.ts";
import { useEffect, useState } from "react";
import { failureText } from "../../lib/api_error.ts";
import { useBusy } from "../../lib/busy.ts";
import { useGivePremium } from "./api.ts";

interface Person {
  /** Of the row on the screen. */
  readonly key: number;
  readonly name: string;
  readonly email: string;
}

interface PersonProblem {
  readonly name?: string;
  readonly email?: string;
}

const nobody = (key: number): Person => ({ key, name: "", email: "" });

/** Whom Premium is for, for how long, what is wrong with it, and the way to the checkout. */
export function useGiveForm(priceKobo: number | undefined) {
  const [people, setPeople] = useState<readonly Person[]>([nobody(0)]);
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

  const change = (next: readonly Person[]) => {
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

function problemOf({ name, email }: Person): PersonProblem {
  return {
    ...(name.trim() === "" && { name: "Please enter a name" }),
    ...(!/^\S+@\S+\.\S+$/.test(email.trim()) && { email: "Please enter a valid email address" }),
  };
}

export type GiveFormControl = ReturnType<typeof useGiveForm>;
