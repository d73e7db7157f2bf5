import type { ReactNode } from "react";
import { Chip } from "../ui/Chip.tsx";
import { ChipRow } from "../ui/ChipRow.tsx";

interface GenreChipsProps {
  genres: readonly string[];
  /** Empty for all. */
  selected: string;
  onSelect(genre: string): void;
  /** Another way on, between 'All' and the genres. */
  children?: ReactNode;
}

/** 'All' and the genres that were found. */
export function GenreChips({ genres, selected, onSelect, children }: GenreChipsProps) {
  return (
    <ChipRow label="Genre">
      <Chip label="All" selected={selected === ""} onSelect={() => onSelect("")} />
      {children}
      {genres.map((genre) => (
        <Chip
          key={genre}
          label={genre}
          capitalized
          selected={selected === genre}
          onSelect={() => onSelect(genre)}
        />
      ))}
    </ChipRow>
  );
}
