import { Bookmark, BookmarkPlus, BookmarkX } from "lucide-react";
import { useState } from "react";
import { FormDialog } from "../../ui/FormDialog.tsx";
import { Menu } from "../../ui/Menu.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { readRecord } from "../../lib/stored_json.ts";
import { getAdminSession } from "../shell/session.ts";

interface SavedFiltersProps {
  /** Which list they are of. */
  list: string;
  /** What is chosen now, as the address's query. */
  query: string;
  onChoose(query: string): void;
}

/** The filters that an admin comes back to, by their names. */
export function SavedFilters({ list, query, onChoose }: SavedFiltersProps) {
  const { filters, keep, forget } = useSavedFilters(list);
  const [isNaming, setNaming] = useState(false);
  const chosen = filters.find((one) => one.query === query);
  return (
    <>
      <Menu
        label="Saved filters"
        icon={<Bookmark size={18} />}
        items={[
          ...filters.map(({ name, query: kept }) => ({ label: name, onSelect: () => onChoose(kept) })),
          chosen
            ? { label: `Delete “${chosen.name}”`, icon: <BookmarkX size={18} />, onSelect: () => forget(chosen.name) }
            : {
              label: "Save this filter",
              icon: <BookmarkPlus size={18} />,
              disabled: query === "",
              onSelect: () => setNaming(true),
            },
        ]}
      />
      {isNaming && <Naming onClose={() => setNaming(false)} onName={(name) => keep({ name, query })} />}
    </>
  );
}

function Naming({ onClose, onName }: { onClose(): void; onName(name: string): void }) {
  const [name, setName] = useState("");
  const submit = () => {
    onName(name.trim());
    onClose();
  };
  return (
    <FormDialog
      title="Save this filter"
      description="It stays on this device, without the search text."
      onClose={onClose}
      onSubmit={submit}
      send="Save"
      disabled={name.trim() === ""}
    >
      <TextField
        data-autofocus
        label="Name"
        maxLength={40}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
    </FormDialog>
  );
}

const KEY = "orin.admin-filters";

/** A filter that an admin kept: its name and the address's query. */
interface SavedFilter {
  readonly name: string;
  readonly query: string;
}

/** The filters that this admin kept for a list, on this device. They name no person: searches are not kept. */
function useSavedFilters(list: string) {
  const place = `${getAdminSession()?.userId ?? ""}/${list}`;
  const [filters, setFilters] = useState(() => read(place));
  const write = (next: readonly SavedFilter[]) => {
    setFilters(next);
    try {
      localStorage.setItem(KEY, JSON.stringify({ ...readRecord(localStorage, KEY), [place]: next }));
    } catch {
      // Without room or permission they last until the screen is left.
    }
  };
  const others = (name: string) => filters.filter((one) => one.name !== name);
  return {
    filters,
    keep: (filter: SavedFilter) => write([...others(filter.name), filter]),
    forget: (name: string) => write(others(name)),
  };
}

function read(place: string): readonly SavedFilter[] {
  const found = readRecord(localStorage, KEY)[place];
  return Array.isArray(found) ? found.filter(isSavedFilter) : [];
}

function isSavedFilter(value: unknown): value is SavedFilter {
  return typeof value === "object" && value !== null && "name" in value && typeof value.name === "string" &&
    "query" in value && typeof value.query === "string";
}
