import { Search } from "lucide-react";
import { useEffect, useState } from "react";
import { TextField } from "../../ui/TextField.tsx";

const TYPING_MS = 300;

/** A search that asks once the typing rests. */
export function SearchBox({ label, value, onSearch }: { label: string; value: string; onSearch(q: string): void }) {
  const [typed, setTyped] = useState(value);
  useEffect(() => {
    if (typed.trim() === value) return;
    const timer = setTimeout(() => onSearch(typed.trim()), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed, value]);
  return (
    <TextField
      hideLabel
      type="search"
      label={label}
      placeholder={label}
      autoComplete="off"
      value={typed}
      end={<Search size={18} aria-hidden="true" className="mr-2 text-ink-faint" />}
      onChange={(event) => setTyped(event.target.value)}
    />
  );
}
