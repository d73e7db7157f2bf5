import { Search as Glass, X } from "lucide-react";
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";
import { IconButton } from "../../ui/IconButton.tsx";

/** Letters that follow each other faster than this are one search. */
const PAUSE_MS = 120;
const LONGEST = 120;

interface SearchFieldProps {
  field: RefObject<HTMLInputElement | null>;
  /** What is looked for now. */
  query: string;
  onSearch(query: string): void;
  /** Enter, with what is typed by then. */
  onEnter(query: string): void;
  /** Down the list, where there is one. */
  onDown(): void;
}

/** The one field: what is typed is looked for after a short pause, without a button. Escape empties it. */
export function SearchField({ field, query, onSearch, onEnter, onDown }: SearchFieldProps) {
  const { text, type, settle } = useTyped(query, onSearch);
  const empty = () => {
    settle("");
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter") onEnter(settle(text));
    else if (event.key === "ArrowDown") onDown();
    else if (event.key === "Escape" && text !== "") empty();
    else return;
    event.preventDefault();
  };
  return (
    <form
      role="search"
      onSubmit={(event) => event.preventDefault()}
      className="relative flex h-12 max-w-2xl items-center rounded-full border border-line-strong bg-sunken transition-colors hover:border-ink-soft has-[input:focus-visible]:border-focus has-[input:focus-visible]:outline-1 has-[input:focus-visible]:outline-focus"
    >
      <Glass aria-hidden="true" size={20} className="pointer-events-none absolute left-4 text-ink-soft" />
      <input
        ref={field}
        type="search"
        aria-label="Search the catalogue"
        placeholder="Songs, artists, lyrics"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="search"
        maxLength={LONGEST}
        autoFocus={query === ""}
        value={text}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
        className="h-full min-w-0 flex-1 rounded-full bg-transparent pr-1 pl-12 text-base text-ink outline-none placeholder:text-ink-faint [&::-webkit-search-cancel-button]:hidden"
      />
      {text !== "" && <IconButton label="Clear the search" icon={<X size={20} />} onClick={empty} />}
    </form>
  );
}

/**
 * The letters immediately, and what they are looked for as after a pause; another query from outside takes their place.
 */
function useTyped(query: string, onSearch: (query: string) => void) {
  const [text, setText] = useState(query);
  const told = useRef(query);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (query === told.current) return;
    told.current = query;
    clearTimeout(timer.current);
    setText(query);
  }, [query]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const tell = (typed: string) => {
    clearTimeout(timer.current);
    const next = typed.trim();
    if (next !== told.current) {
      told.current = next;
      onSearch(next);
    }
    return next;
  };
  return {
    text,
    type(typed: string) {
      setText(typed);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => tell(typed), typed.trim() === "" ? 0 : PAUSE_MS);
    },
    settle(typed: string) {
      setText(typed);
      return tell(typed);
    },
  };
}
