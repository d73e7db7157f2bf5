import { PICTURE_ACCEPT, PICTURE_NAMES } from "@contract/file_formats.ts";
import { MAX_PICTURE_BYTES, PICTURE_TOO_LARGE } from "@contract/uploads.ts";
import { ImagePlus } from "lucide-react";
import { useEffect, useId, useState } from "react";
import { Cover } from "../ui/Cover.tsx";

interface CoverPickerProps {
  label: string;
  /** A star beside the label says so. */
  required?: boolean;
  /** Of the cloth that replaces a missing picture. */
  seed: string;
  /** The picture that is there already. */
  shown?: string | undefined;
  file: File | undefined;
  onFile(file: File): void;
}

/** A square picture to choose, shown as it will look. */
export function CoverPicker({ label, required, seed, shown, file, onFile }: CoverPickerProps) {
  const id = useId();
  const preview = usePreview(file);
  // A browser that cannot show it (TIFF) shows the cloth; Orin draws the picture anew.
  const [unseen, setUnseen] = useState<string>();
  const [isTooLarge, setTooLarge] = useState(false);
  const choose = (chosen: File) => {
    const isLarge = chosen.size > MAX_PICTURE_BYTES;
    setTooLarge(isLarge);
    if (!isLarge) onFile(chosen);
  };
  return (
    <div className="flex flex-wrap items-center gap-4">
      <span className="size-24 shrink-0 overflow-hidden rounded-md">
        {preview && preview !== unseen
          ? <img src={preview} alt="" className="size-full object-cover" onError={() => setUnseen(preview)} />
          : <Cover src={shown} seed={seed} size={96} />}
      </span>
      <div className="min-w-0 flex-1 basis-40">
        <label
          htmlFor={id}
          className="inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-full border border-line-strong px-4 text-sm font-semibold hover:bg-ink/5 has-focus-visible:outline-2 has-focus-visible:outline-focus"
        >
          <ImagePlus aria-hidden="true" size={18} />
          <span className={required ? "starred" : undefined}>{label}</span>
          <input
            id={id}
            type="file"
            accept={PICTURE_ACCEPT}
            required={required}
            className="sr-only"
            onChange={(event) => {
              const [chosen] = event.currentTarget.files ?? [];
              if (chosen) choose(chosen);
            }}
          />
        </label>
        <p className="mt-1 line-clamp-2 text-xs wrap-anywhere text-ink-faint">
          {file?.name ?? `${PICTURE_NAMES}, at most 10 MB`}
        </p>
        {isTooLarge && <p role="alert" className="mt-1 text-sm font-medium text-danger">{PICTURE_TOO_LARGE}</p>}
      </div>
    </div>
  );
}

function usePreview(file: File | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!file) return setUrl(undefined);
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}
