import { FileSpreadsheet, SlidersHorizontal } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../../ui/Button.tsx";
import { SavedFilters, type SavedFiltersProps } from "./SavedFilters.tsx";

interface ListToolsProps {
  /** How many filters are chosen. */
  narrowed: number;
  /** Whether the filter is unfolded, and its id. */
  isOpen: boolean;
  panelId: string;
  onToggle(): void;
  saved: SavedFiltersProps;
  /** Undefined where the list cannot be exported this way. */
  onExport?: (() => void) | undefined;
  busy?: boolean;
  children?: ReactNode;
}

/** Buttons that unfold the filter, keep it for another day, and save what is shown. */
export function ListTools(
  { narrowed, isOpen, panelId, onToggle, saved, onExport, busy = false, children }: ListToolsProps,
) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button
        variant="quiet"
        size="small"
        icon={<SlidersHorizontal size={18} aria-hidden="true" />}
        aria-expanded={isOpen}
        aria-controls={isOpen ? panelId : undefined}
        onClick={onToggle}
      >
        {narrowed === 0 ? "Filter" : `Filter (${narrowed})`}
      </Button>
      <SavedFilters {...saved} />
      {onExport && (
        <Button
          variant="quiet"
          size="small"
          icon={<FileSpreadsheet size={18} aria-hidden="true" />}
          busy={busy}
          busyLabel="Saving..."
          onClick={onExport}
        >
          Export CSV
        </Button>
      )}
      {children}
    </div>
  );
}
