import type { Ownership, Release, Society } from "@contract/releases.ts";
import { useState } from "react";
import { failureText } from "../../lib/api_error.ts";
import { formatDate } from "../../lib/format.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { Form } from "../../ui/Form.tsx";
import { Radios } from "../../ui/Radios.tsx";
import { Select } from "../../ui/Select.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { toast } from "../../ui/toast.ts";
import { useChangeRelease } from "./api.ts";
import { SOCIETY_OPTIONS } from "./words.ts";

const OWNERSHIP: readonly { value: Ownership; label: string }[] = [
  { value: "own", label: "I made these recordings and own them" },
  { value: "licensed", label: "The owner gave me the right to release them here" },
];

/** Whose the recordings are, who collects for the works, and the tax. */
export function RightsStep({ release }: { release: Release }) {
  const { id, declaration, withheldPercent } = release;
  const save = useChangeRelease(id);
  const [ownership, setOwnership] = useState<Ownership | "">(declaration?.ownership ?? "");
  const [society, setSociety] = useState<Society | "">(declaration?.society ?? "");
  const [societyNumber, setNumber] = useState(declaration?.societyNumber ?? "");
  const [agreed, setAgreed] = useState(false);
  const submit = () => {
    if (ownership === "" || society === "" || !agreed) return;
    const body = { ownership, society, societyNumber: society === "none" ? "" : societyNumber.trim(), agreed } as const;
    save.mutate({ part: "/declaration", body }, { onSuccess: () => void toast("Declaration saved", "success") });
  };
  return (
    <Card>
      <Form onSubmit={submit}>
        <Radios legend="Whose recordings are these?" options={OWNERSHIP} value={ownership} onChange={setOwnership} />
        <SocietyFields society={society} number={societyNumber} onSociety={setSociety} onNumber={setNumber} />
        <p className="rounded-lg bg-ink/4 px-4 py-3 text-sm text-ink-soft">
          {withheldPercent === 0 ? "Orin withholds no tax of royalties." : (
            <>
              The tax on royalties is <strong className="text-ink">{withheldPercent} %</strong>{" "}
              this month. Orin withholds it when royalties settle. This rate stays with your declaration, later months
              may have another one, and your statement of royalties says what was withheld.
            </>
          )}
        </p>
        <Checkbox
          label="This is true, and nobody else's rights are hurt by this release"
          checked={agreed}
          onChange={(event) => setAgreed(event.target.checked)}
        />
        {declaration && (
          <p className="text-sm text-ink-soft">
            You declared this on {formatDate(declaration.at)}, with {declaration.withheldPercent} % tax.
          </p>
        )}
        {save.isError && <Banner tone="error">{failureText(save.error, "The declaration was not saved")}</Banner>}
        <div>
          <Button
            type="submit"
            disabled={ownership === "" || society === "" || !agreed}
            busy={save.isPending}
            busyLabel="Saving..."
          >
            {declaration ? "Declare again" : "Declare"}
          </Button>
        </div>
      </Form>
    </Card>
  );
}

interface SocietyFieldsProps {
  society: Society | "";
  number: string;
  onSociety(society: Society | ""): void;
  onNumber(number: string): void;
}

function SocietyFields({ society, number, onSociety, onNumber }: SocietyFieldsProps) {
  return (
    <>
      <Select
        label="Which society collects for your works?"
        required
        placeholder="Choose one"
        options={SOCIETY_OPTIONS}
        value={society}
        onChange={(event) => onSociety(event.target.value as Society | "")}
      />
      {society !== "" && society !== "none" && (
        <TextField
          label="Your number there"
          hint="Only you and Orin see it."
          maxLength={60}
          value={number}
          onChange={(event) => onNumber(event.target.value)}
        />
      )}
    </>
  );
}
