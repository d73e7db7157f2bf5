import type { ComponentProps } from "react";
import { classNames } from "./class_names.ts";
import { cssVariables } from "./css_variables.ts";
import styles from "./Slider.module.css";

export interface SliderProps extends Omit<ComponentProps<"input">, "type" | "value" | "onChange"> {
  label: string;
  value: number;
  max: number;
  step?: number;
  /** The value in words, such as "1 minute 30 seconds of 3 minutes". */
  valueText: string;
  onChange(value: number): void;
}

/** A native range input: keyboards, touch and screen readers can all drive it. */
export function Slider({ label, value, max, step = 1, valueText, onChange, className, ...rest }: SliderProps) {
  const share = max > 0 ? Math.min(100, (value / max) * 100) : 0;
  return (
    <input
      {...rest}
      type="range"
      min={0}
      max={max}
      step={step}
      value={value}
      aria-label={label}
      aria-valuetext={valueText}
      onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
      className={classNames(styles.slider, className)}
      style={cssVariables({ "--share": `${share}%` })}
    />
  );
}
