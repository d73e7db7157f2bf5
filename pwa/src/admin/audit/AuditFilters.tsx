import { useState } from "react";
import { Select } from "../../ui/Select.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { FilterPanel } from "../parts/FilterForm.tsx";
import { PersonField, type PersonTyped } from "../parts/PersonField.tsx";
import type { AuditSearch } from "./api.ts";
import {
  type ActorKind,
  actorKindOf,
  ACTORS,
  partsOf,
  SUBJECT_KINDS,
  type SubjectKind,
  subjectOf,
  typeWords,
} from "./audit_words.ts";

interface AuditFiltersProps {
  id: string;
  search: AuditSearch;
  /** Every type of event there is. */
  types: readonly string[];
  /** Names of people by their ids, as far as they are on the screen. */
  names: ReadonlyMap<string, string>;
  onSearch(search: Partial<AuditSearch>): void;
  onClear(): void;
}

/** What to look for: of what, by whom, what kind, and when. Everything given has to fit. */
export function AuditFilters({ id, search, types, names, onSearch, onClear }: AuditFiltersProps) {
  const { subject, actor, errors, filter } = useFilters({ search, names, onSearch });
  return (
    <FilterPanel id={id} role="search" label="Audit" action="Show history" onFilter={filter} onClear={onClear}>
      <SubjectFields {...subject} error={errors.subject} />
      <ActorFields {...actor} error={errors.actor} />
      <Select
        label="What"
        name="type"
        placeholder="All kinds of events"
        defaultValue={search.type}
        options={withChosen(types, search.type).map((type) => ({ value: type, label: typeWords(type) }))}
      />
      <TextField label="From" name="from" type="date" defaultValue={dayOf(search.from)} />
      <TextField label="Until" name="to" type="date" defaultValue={dayOf(search.to, -1)} />
    </FilterPanel>
  );
}

interface Failed {
  error: string | undefined;
}

function SubjectFields(
  { kind, setKind, person, setPerson, pasted, setPasted, error }: ReturnType<typeof useSubject> & Failed,
) {
  return (
    <>
      <Select
        label="History of"
        options={SUBJECT_KINDS}
        value={kind}
        onChange={(event) => setKind(partsOf(event.target.value).kind)}
      />
      {kind === "user" && (
        <PersonField
          label="Person"
          hint="Name, email address or id"
          error={error}
          value={person}
          onChange={setPerson}
        />
      )}
      {(kind === "withdrawal" || kind === "track") && (
        <TextField
          label="Id"
          hint="Paste it, or a link with it"
          value={pasted}
          error={error}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setPasted(event.target.value)}
        />
      )}
    </>
  );
}

function ActorFields({ kind, setKind, person, setPerson, part, error }: ReturnType<typeof useActor> & Failed) {
  return (
    <>
      <Select
        label="By"
        options={ACTORS}
        value={kind}
        onChange={(event) => setKind(actorKindOf(event.target.value))}
      />
      {kind === "user" && (
        <PersonField
          label="Who acted"
          hint="Name, email address or id"
          error={error}
          value={person}
          onChange={setPerson}
        />
      )}
      {kind === "system" && (
        <TextField
          label="Part of Orin"
          hint="Such as payments"
          name="part"
          defaultValue={part}
          error={error}
          autoComplete="off"
          spellCheck={false}
        />
      )}
    </>
  );
}

const NOT_A_PERSON = "Choose a person from the list, or paste an id";
const NOT_AN_ID = "Paste the whole id: 36 letters and digits";
const NOT_A_PART = "Write one part of Orin, such as payments";

function useFilters({ search, names, onSearch }: Pick<AuditFiltersProps, "search" | "names" | "onSearch">) {
  const subject = useSubject(search, names);
  const actor = useActor(search, names);
  const [errors, setErrors] = useState<{ subject?: string; actor?: string }>({});
  const filter = (form: FormData) => {
    const text = (name: string) => String(form.get(name) ?? "").trim();
    const of = subjectOf(subject.kind, subject.kind === "user" ? subject.person.id ?? "" : subject.pasted);
    const by = actor.of(text("part"));
    setErrors({
      ...(of === undefined && { subject: subject.kind === "user" ? NOT_A_PERSON : NOT_AN_ID }),
      ...(by === undefined && { actor: actor.kind === "user" ? NOT_A_PERSON : NOT_A_PART }),
    });
    if (of === undefined || by === undefined) return;
    onSearch({ subject: of, actor: by, type: text("type"), from: dayStart(text("from")), to: dayEnd(text("to")) });
  };
  return { subject, actor, errors, filter };
}

function useSubject(search: AuditSearch, names: AuditFiltersProps["names"]) {
  const first = partsOf(search.subject);
  const [kind, setKind] = useState<SubjectKind>(first.kind);
  const [person, setPerson] = usePerson(first.kind === "user" ? first.id : "", names);
  const [pasted, setPasted] = useState(first.kind === "user" ? "" : first.id);
  return { kind, setKind, person, setPerson, pasted, setPasted };
}

function useActor(search: AuditSearch, names: AuditFiltersProps["names"]) {
  const [first = "", id = ""] = search.actor.split(":");
  const [kind, setKind] = useState<ActorKind>(actorKindOf(first));
  const [person, setPerson] = usePerson(first === "user" ? id : "", names);
  const of = (part: string): string | undefined => {
    if (kind === "user") return person.id && `user:${person.id}`;
    if (kind === "system") return /^[\w .-]{1,80}$/.test(part) ? `system:${part}` : undefined;
    return kind;
  };
  return { kind, setKind, person, setPerson, part: first === "system" ? id : "", of };
}

/** The person of the search, with the name once the answer tells it, until another is typed. */
function usePerson(id: string, names: AuditFiltersProps["names"]) {
  const [typed, setTyped] = useState<PersonTyped>();
  const person: PersonTyped = typed ?? (id === "" ? { text: "" } : { id, text: names.get(id) ?? id });
  return [person, setTyped] as const;
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
