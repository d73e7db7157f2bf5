import { type FormEvent, useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { Select } from "../../ui/Select.tsx";
import { TextField } from "../../ui/TextField.tsx";
import type { AuditSearch } from "./api.ts";
import { actorOf, partsOf, SUBJECT_KINDS, type SubjectKind, subjectOf, typeWords } from "./audit_words.ts";

interface AuditFiltersProps {
  search: AuditSearch;
  /** Every type of event there is. */
  types: readonly string[];
  onSearch(search: Partial<AuditSearch>): void;
  onClear(): void;
}

/** What to look for: of what, by whom, what kind, and when. Everything given has to fit. */
export function AuditFilters({ search, types, onSearch, onClear }: AuditFiltersProps) {
  const { subject, setKind, setId, error, actorError, submit } = useFilters(search, onSearch);
  return (
    <form noValidate role="search" aria-label="Audit" onSubmit={submit} className="flex flex-col gap-4">
      <div className="grid gap-4 *:min-w-0 sm:grid-cols-2 lg:grid-cols-3">
        <Select
          label="History of"
          options={SUBJECT_KINDS}
          value={subject.kind}
          onChange={(event) => setKind(partsOf(event.target.value).kind)}
        />
        <TextField
          label="Id"
          hint="Leave empty to see everything"
          value={subject.kind === "policy" ? "" : subject.id}
          disabled={subject.kind === "policy"}
          error={error}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setId(event.target.value)}
        />
        <TextField
          label="Actor"
          name="actor"
          hint="A person's id, system: plus a part, or visitor"
          defaultValue={search.actor}
          error={actorError}
          autoComplete="off"
          spellCheck={false}
        />
        <Select
          label="Type"
          name="type"
          placeholder="All types"
          defaultValue={search.type}
          options={withChosen(types, search.type).map((type) => ({ value: type, label: typeWords(type) }))}
        />
        <TextField label="From" name="from" type="date" defaultValue={dayOf(search.from)} />
        <TextField label="Until" name="to" type="date" defaultValue={dayOf(search.to, -1)} />
      </div>
      <div className="flex flex-wrap gap-3">
        <Button type="submit">Show history</Button>
        <Button variant="quiet" onClick={onClear}>Clear</Button>
      </div>
    </form>
  );
}

function useFilters(search: AuditSearch, onSearch: AuditFiltersProps["onSearch"]) {
  const [{ kind, id }, setSubject] = useState(() => partsOf(search.subject));
  const [error, setError] = useState<string>();
  const [actorError, setActorError] = useState<string>();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? "").trim();
    const subject = kind === "policy" || id.trim() !== "" ? subjectOf(kind, id) : "";
    setError(subject === undefined ? "Paste the whole id: 36 letters and digits" : undefined);
    const actor = actorOf(text("actor"));
    setActorError(actor === undefined ? "Paste the person's whole id: 36 letters and digits" : undefined);
    if (subject === undefined || actor === undefined) return;
    onSearch({
      subject,
      actor,
      type: text("type"),
      from: dayStart(text("from")),
      to: dayEnd(text("to")),
    });
  };
  const setKind = (next: SubjectKind) => setSubject({ kind: next, id });
  const setId = (next: string) => setSubject({ kind, id: next });
  return { subject: { kind, id }, setKind, setId, error, actorError, submit };
}

/** The list comes with the first page; until then it holds the chosen type alone. */
function withChosen(types: readonly string[], chosen: string): readonly string[] {
  return chosen === "" || types.includes(chosen) ? types : [chosen, ...types];
}

/** Days are those of Lagos (UTC+1, no daylight saving). */
function dayStart(day: string): string {
  return day === "" ? "" : new Date(`${day}T00:00:00+01:00`).toISOString();
}

function dayEnd(day: string): string {
  return day === "" ? "" : new Date(Date.parse(`${day}T00:00:00+01:00`) + 24 * 3_600_000).toISOString();
}

/** The Lagos day of a moment; the end of a search is the start of the day after it. */
function dayOf(moment: string, correctionMs = 0): string {
  const at = Date.parse(moment);
  return Number.isNaN(at) ? "" : new Date(at + 3_600_000 + correctionMs).toISOString().slice(0, 10);
}
