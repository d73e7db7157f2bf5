import { FileSpreadsheet, SlidersHorizontal } from "lucide-react";
import { useState } from "react";
import { Button } from "../../ui/Button.tsx";
import type { PaymentsSought } from "./api.ts";
import { ExportDialog } from "./ExportDialog.tsx";
import { chosenOf } from "./filter.ts";

interface ListToolsProps {
  sought: PaymentsSought;
  /** Whether the filter is unfolded, and its id. */
  isOpen: boolean;
  panelId: string;
  onToggle(): void;
}

/** Buttons that unfold the filter, and save what is shown. */
export function ListTools({ sought, isOpen, panelId, onToggle }: ListToolsProps) {
  const [isExporting, setExporting] = useState(false);
  const narrowed = Object.keys(chosenOf(sought.filter)).length;
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
      <Button
        variant="quiet"
        size="small"
        icon={<FileSpreadsheet size={18} aria-hidden="true" />}
        onClick={() => setExporting(true)}
      >
        Export CSV
      </Button>
      {isExporting && <ExportDialog sought={sought} onClose={() => setExporting(false)} />}
    </div>
  );
}
