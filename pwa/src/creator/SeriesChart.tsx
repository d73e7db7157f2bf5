import { useEffect, useRef } from "react";
import "./chart_language.ts";
import Chart from "uplot";
import "uplot/dist/uPlot.min.css";
import type { SeriesUnit } from "@contract/creator.ts";
import { tickName } from "./words.ts";

const HEIGHT = 256;

/** How a line looks; never by its colour alone. */
const LOOKS = {
  main: { colour: "--accent", width: 2.5 },
  second: { colour: "--success", width: 2, dash: [8, 3] },
  third: { colour: "--link", width: 2 },
  faint: { colour: "--ink-faint", width: 1, dash: [4, 4] },
} satisfies Record<string, { colour: string; width: number; dash?: number[] }>;

/** A value at each of the chart's moments. */
export interface ChartLine {
  label: string;
  look: keyof typeof LOOKS;
  values: readonly number[];
}

interface SeriesChartProps {
  /** Epoch ms. */
  moments: readonly number[];
  unit: SeriesUnit;
  lines: readonly ChartLine[];
}

/** Figures over time. A table beside it says the same in words. */
export function SeriesChart({ moments, unit, lines }: SeriesChartProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    let chart: Chart | undefined;
    const draw = () => {
      chart?.destroy();
      chart = new Chart(optionsFor(element, unit, lines), dataOf(moments, lines), element);
    };
    draw();
    const size = new ResizeObserver(() => chart?.setSize({ width: element.clientWidth, height: HEIGHT }));
    size.observe(element);
    const unwatch = watchLook(draw);
    return () => {
      size.disconnect();
      unwatch();
      chart?.destroy();
    };
  }, [moments, unit, lines]);
  return (
    <div ref={place} aria-hidden="true" className="min-w-0 overflow-hidden text-xs" style={{ minHeight: HEIGHT }} />
  );
}

function dataOf(moments: readonly number[], lines: readonly ChartLine[]): Chart.AlignedData {
  return [moments.map((ms) => ms / 1000), ...lines.map(({ values }) => [...values])];
}

function optionsFor(element: HTMLElement, unit: SeriesUnit, lines: readonly ChartLine[]): Chart.Options {
  const look = getComputedStyle(document.documentElement);
  const colour = (name: string) => look.getPropertyValue(name).trim();
  const axis = { stroke: colour("--ink-soft"), grid: { stroke: colour("--line"), width: 1 }, ticks: { show: false } };
  const points = { show: false };
  const whole = (_chart: Chart, values: number[]) =>
    values.map((value) => Number.isInteger(value) ? String(value) : "");
  return {
    width: element.clientWidth,
    height: HEIGHT,
    tzDate: (seconds) => Chart.tzDate(new Date(seconds * 1000), "UTC"),
    scales: { y: { range: (_chart, _low, high) => [0, Math.max(4, high * 1.1)] } },
    axes: [{ ...axis, values: (_chart, seconds) => seconds.map((one) => tickName(one * 1000, unit)) }, {
      ...axis,
      size: 44,
      values: whole,
    }],
    legend: { live: false },
    cursor: { drag: { x: false, y: false } },
    series: [
      {},
      ...lines.map(({ label, look }) => {
        const { colour: name, ...stroke } = LOOKS[look];
        return { label, stroke: colour(name), points, ...stroke };
      }),
    ],
  };
}

/** Calls back when the page turns dark or light: a canvas keeps the colours it was drawn in. */
function watchLook(draw: () => void): () => void {
  const observer = new MutationObserver(draw);
  observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  return () => observer.disconnect();
}
