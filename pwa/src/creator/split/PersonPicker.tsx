import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { splitArtistsQuery } from "../../data/splits.ts";
import { Avatar } from "../../ui/Avatar.tsx";
import { Button } from "../../ui/Button.tsx";
import { TextField } from "../../ui/TextField.tsx";

/** A person to share with: an artist by their id, all others by their address. */
interface Person {
  key: string;
  creatorId: string;
  email: string;
  name: string;
}

interface PersonPickerProps {
  /** Keys of those who are in the list. */
  taken: readonly string[];
  onPick(person: Person): void;
}

const ADDRESS = /^\S+@\S+\.\S+$/;

/** Finds an artist by name while it is typed, and takes an email address as it is. */
export function PersonPicker({ taken, onPick }: PersonPickerProps) {
  const [typed, setTyped] = useState("");
  const words = typed.trim();
  const { data } = useQuery(splitArtistsQuery(words));
  const found = words.length > 1 && !words.includes("@")
    ? data?.artists.filter((one) => !taken.includes(one.creatorId))
    : [];
  const pick = (person: Person) => {
    onPick(person);
    setTyped("");
  };
  const email = words.toLowerCase();
  return (
    <div className="flex flex-col gap-2">
      <TextField
        label="Add an artist or an email address"
        type="text"
        inputMode="email"
        autoComplete="off"
        value={typed}
        maxLength={100}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          if (ADDRESS.test(words) && !taken.includes(email)) pick({ key: email, creatorId: "", email, name: email });
        }}
      />
      {ADDRESS.test(words) && (
        <Button
          variant="quiet"
          className="w-fit max-w-full"
          disabled={taken.includes(email)}
          onClick={() => pick({ key: email, creatorId: "", email, name: email })}
        >
          <span className="truncate">{taken.includes(email) ? "Already in the list" : `Invite ${email}`}</span>
        </Button>
      )}
      {found && found.length > 0 && (
        <ul aria-label="Artists of this name" className="flex flex-col gap-1">
          {found.map(({ creatorId, name, pictureUrl }) => (
            <li key={creatorId}>
              <button
                type="button"
                className="flex min-h-12 w-full items-center gap-3 rounded-lg px-2 py-1.5 text-left hover:bg-ink/6"
                onClick={() => pick({ key: creatorId, creatorId, email: "", name })}
              >
                <Avatar src={pictureUrl} size={36} />
                <bdi className="min-w-0 truncate font-semibold">{name}</bdi>
              </button>
            </li>
          ))}
        </ul>
      )}
      {found?.length === 0 && words.length > 1 && !words.includes("@") && data && (
        <p className="text-sm text-ink-soft">No artist of this name. You can invite them by email.</p>
      )}
    </div>
  );
}
