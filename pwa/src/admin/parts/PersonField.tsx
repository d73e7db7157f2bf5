import { useId, useState } from "react";
import { TextField, type TextFieldProps } from "../../ui/TextField.tsx";
import { useUsers } from "../users/api.ts";
import { useSettled } from "./use_settled.ts";

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i;
const FEWEST_LETTERS = 2;
const MOST_FOUND = 8;

/** A person who was typed or chosen; `id` is missing while the text names no person. */
export interface PersonTyped {
  readonly text: string;
  readonly id?: string;
}

interface PersonFieldProps extends Pick<TextFieldProps, "label" | "hint" | "error"> {
  value: PersonTyped;
  onChange(value: PersonTyped): void;
}

/** Finds a person by name or email address; a pasted id is one, too. The service notes who looked for whom. */
export function PersonField({ value, onChange, ...field }: PersonFieldProps) {
  const listId = useId();
  const [typed, setTyped] = useState("");
  const q = useSettled(typed);
  const { data } = useUsers({ q, status: "", sort: "name", order: "asc" }, q.length >= FEWEST_LETTERS);
  const found = (data?.pages[0] ?? []).slice(0, MOST_FOUND).map(({ _id, firstName, lastName, email }) => ({
    id: _id,
    text: `${firstName} ${lastName} (${email})`,
  }));
  const change = (text: string) => {
    const id = found.find((one) => one.text === text)?.id ?? ID.exec(text)?.[0].toLowerCase();
    onChange({ text, ...(id && { id }) });
    setTyped(id ? "" : text.trim());
  };
  return (
    <>
      <TextField
        {...field}
        list={listId}
        value={value.text}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => change(event.target.value)}
      />
      <datalist id={listId}>
        {found.map(({ id, text }) => <option key={id} value={text} />)}
      </datalist>
    </>
  );
}
