import { adireRing, svgUrl } from "./adire.ts";
import { classNames } from "./class_names.ts";

/** A round piece of adire cloth, for empty and failed states; decoration only. */
export function AdireMedallion({ seed, className }: { seed: string; className?: string }) {
  return (
    <img
      src={svgUrl(adireRing(seed))}
      alt=""
      width={128}
      height={128}
      className={classNames("rounded-full shadow-float ring-4 ring-ink/10", className ?? "size-28")}
    />
  );
}
