import { changeBirthYears, deleteBirthYears } from "@contract/calls/accounts.ts";
import { ask } from "../lib/ask.ts";
import { BIRTH_YEARS } from "@contract/birth_years.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { birthYearsQuery } from "../data/birth_years.ts";
import { failureText } from "../lib/api_error.ts";
import { Banner } from "../ui/Banner.tsx";
import { Card } from "../ui/Card.tsx";
import { Select } from "../ui/Select.tsx";

/** The years of birth, which are optional: artists see them as groups of their listeners. */
export function BirthYears() {
  const told = useQuery(birthYearsQuery);
  const client = useQueryClient();
  const tell = useMutation({
    mutationFn: (value: string) => {
      const years = BIRTH_YEARS.find((one) => one === value);
      return years ? ask(changeBirthYears, { body: { years } }) : ask(deleteBirthYears);
    },
    onSuccess: (answer) => client.setQueryData(birthYearsQuery.queryKey, answer),
  });
  const failure = tell.isError
    ? failureText(tell.error, "Your years of birth could not be saved")
    : !told.data && told.error && failureText(told.error, "Failed to load your settings");
  return (
    <Card>
      <h2 className="mb-2 text-xl">Your age</h2>
      <Select
        label="I was born"
        hint="Only if you like. Artists see how many of their listeners belong to each age group of five people or more, and never who they are."
        value={tell.isPending ? tell.variables : told.data?.years ?? ""}
        placeholder="Prefer not to say"
        disabled={told.data === undefined || tell.isPending}
        options={BIRTH_YEARS.map((years) => ({ value: years, label: years }))}
        onChange={(event) => tell.mutate(event.target.value)}
      />
      {failure && <Banner tone="error" className="mt-3">{failure}</Banner>}
    </Card>
  );
}
