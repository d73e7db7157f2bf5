import type { CreatorSeries, SeriesUnit } from "@contract/creator.ts";
import { useEffect, useRef } from "react";
import "./chart_language.ts";
import Chart from "uplot";
import "uplot/dist/uPlot.min.css";
import { watchLook } from "./chart_look.ts";
import { tickName } from "./words.ts";

const HEIGHT = 256;

/** Gross, filtered and verified plays and listeners over time. The table below says the same in words. */
export function SeriesChart({ series }: { series: CreatorSeries }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    let chart: Chart | undefined;
    const draw = () => {
      chart?.destroy();
      chart = new Chart(optionsFor(element, series.unit), dataOf(series), element);
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
  }, [series]);
  return (
    <div ref={place} aria-hidden="true" className="min-w-0 overflow-hidden text-xs" style={{ minHeight: HEIGHT }} />
  );
}

function dataOf({ points }: CreatorSeries): Chart.AlignedData {
  return [
    points.map((point) => Date.parse(point.start) / 1000),
    points.map((point) => point.plays.gross),
    points.map((point) => point.plays.filtered),
    points.map((point) => point.plays.verified),
    points.map((point) => point.listeners),
  ];
}

function optionsFor(element: HTMLElement, unit: SeriesUnit): Chart.Options {
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
      { label: "All plays", stroke: colour("--ink-faint"), width: 1, dash: [4, 4], points },
      { label: "Counted", stroke: colour("--accent"), width: 2.5, points },
      { label: "Verified", stroke: colour("--success"), width: 2, dash: [8, 3], points },
      { label: "Listeners", stroke: colour("--link"), width: 2, points },
    ],
  };
}
