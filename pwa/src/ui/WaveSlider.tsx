import { useMemo } from "react";
import { classNames } from "./class_names.ts";
import { cssVariables } from "./css_variables.ts";
import { Slider, type SliderProps } from "./Slider.tsx";
import { BARS, barsOf } from "./wave_bars.ts";
import styles from "./WaveSlider.module.css";

interface WaveSliderProps extends SliderProps {
  /** Heights from 0 to 1. Without them it is a plain slider of the same size, so nothing moves when they come. */
  peaks: readonly number[] | undefined;
}

/** A slider along the waveform of what it moves through; the waveform itself is decoration. */
export function WaveSlider({ peaks, className, ...slider }: WaveSliderProps) {
  const share = slider.max > 0 ? Math.min(100, (slider.value / slider.max) * 100) : 0;
  return (
    <div className={classNames(styles.frame, className)} style={cssVariables({ "--played": `${share}%` })}>
      {peaks && <Wave peaks={peaks} />}
      <Slider {...slider} className={peaks && styles.bare} />
    </div>
  );
}

function Wave({ peaks }: { peaks: readonly number[] }) {
  const bars = useMemo(() => barsOf(peaks), [peaks]);
  return (
    <svg aria-hidden="true" viewBox={`0 0 ${BARS} 100`} preserveAspectRatio="none" className={styles.wave}>
      <path d={bars} className={styles.rest} />
      <path d={bars} className={styles.played} />
    </svg>
  );
}
