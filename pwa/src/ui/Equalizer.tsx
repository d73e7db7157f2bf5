import { classNames } from "./class_names.ts";

/** Three bars that dance while a track plays; screen readers read "Now playing". */
export function Equalizer({ moving }: { moving: boolean }) {
  return (
    <span aria-hidden="true" className="inline-flex h-4 items-end gap-0.5 text-accent">
      {["0s", "-0.4s", "-0.7s"].map((delay) => (
        <span
          key={delay}
          className={classNames(
            "h-full w-[3px] origin-bottom rounded-full bg-current",
            moving ? "animate-bar" : "scale-y-40",
          )}
          style={{ animationDelay: delay }}
        />
      ))}
    </span>
  );
}
