import { bubbles, greatSpiral, medallion, patchwork, strips } from "./layouts_cloth.ts";
import { bigBird, danfo, drums, garden, guitar, horizon, night } from "./layouts_scenes.ts";

export type Picture = keyof typeof LAYOUTS;

export const PICTURES: readonly Picture[] = [
  "bigBird",
  "bubbles",
  "danfo",
  "drums",
  "garden",
  "greatSpiral",
  "guitar",
  "horizon",
  "medallion",
  "night",
  "patchwork",
  "strips",
];

export const LAYOUTS = {
  bigBird,
  bubbles,
  danfo,
  drums,
  garden,
  greatSpiral,
  guitar,
  horizon,
  medallion,
  night,
  patchwork,
  strips,
};
