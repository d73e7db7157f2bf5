import { classNames } from "./class_names.ts";
import { Cover } from "./Cover.tsx";

interface CoverMosaicProps {
  /** Of the first songs; four make a mosaic, fewer show the first. */
  covers: readonly string[];
  /** Makes the adire cloth of a list without covers. */
  seed: string;
  /** Width in CSS px as it will be shown; `className` may give another by screen. */
  size: number;
  className?: string;
}

/** What a playlist looks like: its first four covers, its first one, or adire cloth of its own. */
export function CoverMosaic({ covers, seed, size, className }: CoverMosaicProps) {
  const four = [...new Set(covers)].slice(0, 4);
  const shape = classNames("block aspect-square shrink-0 overflow-hidden", className ?? "rounded-md");
  if (four.length < 4) {
    return (
      <span className={shape} style={className ? {} : { width: size }}>
        <Cover src={four[0]} seed={seed} size={`${size}px`} className="size-full" />
      </span>
    );
  }
  return (
    <span className={classNames(shape, "grid! grid-cols-2")} style={className ? {} : { width: size }}>
      {four.map((src) => <Cover key={src} src={src} seed={src} size={`${size / 2}px`} className="size-full" />)}
    </span>
  );
}
