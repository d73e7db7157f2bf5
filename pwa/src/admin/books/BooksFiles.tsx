import { FileCheck2, FileSpreadsheet } from "lucide-react";
import { failureText } from "../../lib/api_error.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { type BooksFile, useBooksFile } from "./api.ts";

interface BooksFilesProps {
  files: readonly BooksFile[];
  /** The moment of the books (ISO 8601); empty for now. */
  at: string;
}

/** Buttons that save the books. */
export function BooksFiles({ files, at }: BooksFilesProps) {
  const save = useBooksFile();
  return (
    <>
      {files.map((file) => (
        <Button
          key={file}
          variant="quiet"
          size="small"
          icon={file === "bundle"
            ? <FileCheck2 size={18} aria-hidden="true" />
            : <FileSpreadsheet size={18} aria-hidden="true" />}
          busy={save.isPending && save.variables.file === file}
          busyLabel={file === "bundle" ? "Signing..." : "Saving..."}
          onClick={() => save.mutate({ file, at })}
        >
          {file === "bundle" ? "Signed bundle" : "CSV"}
        </Button>
      ))}
      {save.isError && (
        <Banner tone="error" className="basis-full">
          {failureText(save.error, "The file could not be saved", "The file could not be saved: no connection")}
        </Banner>
      )}
    </>
  );
}
