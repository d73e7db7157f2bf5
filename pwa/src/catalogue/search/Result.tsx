import { ArrowUpRight, Play } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Link } from "react-router-dom";
import { classNames } from "../../ui/class_names.ts";
import { Cover } from "../../ui/Cover.tsx";
import { Duration } from "../../ui/Duration.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import type { Found } from "./found.ts";

interface ResultProps {
  item: Found;
  isPreviewed: boolean;
  onPreview(): void;
  /** Plays one of Orin's own songs. */
  onPlay?: (() => void) | undefined;
}

/** One result: its words lead to it; another catalogue's track can be listened into, one of Orin's own plays. */
export function Result({ item, isPreviewed, onPreview, onPlay }: ResultProps) {
  const [isSilent, setSilent] = useState(false);
  const { id, kind, title, detail, imageUrl, previewUrl, durationSeconds } = item;
  return (
    <li className={classNames("rounded-lg px-2 transition-colors hover:bg-ink/6", isPreviewed && "bg-ink/6")}>
      <div className="relative flex min-h-16 items-center gap-3">
        <Cover
          src={imageUrl}
          seed={id}
          size={48}
          className={classNames("shrink-0", kind === "artist" ? "rounded-full" : "rounded-md")}
        />
        <div className="min-w-0 flex-1">
          <Way item={item}>{title}</Way>
          <p
            dir={kind === "lyrics" ? "auto" : undefined}
            className={classNames("text-sm text-ink-soft", kind === "lyrics" ? "line-clamp-2" : "truncate")}
          >
            {detail}
          </p>
        </div>
        {durationSeconds !== undefined && (
          <span className="text-sm text-ink-faint">
            <Duration seconds={durationSeconds} />
          </span>
        )}
        {onPlay && (
          <IconButton
            label={`Play ${title}`}
            icon={<Play size={18} fill="currentColor" />}
            onClick={onPlay}
            className="relative"
          />
        )}
        {kind === "track" && !item.track && (
          <IconButton
            label={`Preview ${title}`}
            icon={<Play size={18} fill="currentColor" />}
            onClick={() => previewUrl === null ? setSilent(true) : onPreview()}
            className="relative"
          />
        )}
      </div>
      {isSilent && <p role="alert" className="pb-3 text-sm text-danger">No preview available for this item</p>}
    </li>
  );
}

const WAY = "flex items-center gap-1.5 after:absolute after:inset-0 after:rounded-lg";

interface WayProps {
  item: Found;
  isLarge?: boolean;
  children: ReactNode;
}

/** The title, which leads to the thing; all of its row or card is pressed with it. */
export function Way({ item: { href, isOurs }, isLarge = false, children }: WayProps) {
  const look = isLarge ? "text-xl font-bold" : "font-semibold";
  const text = <span className={isLarge ? "line-clamp-2 wrap-anywhere" : "truncate"}>{children}</span>;
  if (href === undefined) return <p className={classNames("truncate", look)}>{children}</p>;
  if (isOurs) return <Link to={href} className={classNames(WAY, look)}>{text}</Link>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className={classNames(WAY, look)}>
      {text}
      <ArrowUpRight aria-label="opens another site" size={16} className="shrink-0 text-ink-faint" />
    </a>
  );
}
