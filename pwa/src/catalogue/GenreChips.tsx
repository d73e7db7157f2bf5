import { Chip } from "../ui/Chip.tsx";
import { ChipRow } from "../ui/ChipRow.tsx";

interface GenreChipsProps {
  genres: readonly string[];
  /** Empty for all. */
  selected: string;
  onSelect(genre: string): void;
}

/** 'All' and the genres that were found. */
export function GenreChips({ genres, selected, onSelect }: GenreChipsProps) {
  return (
    <ChipRow label="Genre">
      <Chip label="All" selected={selected === ""} onSelect={() => onSelect("")} />
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
