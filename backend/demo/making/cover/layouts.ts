import { CLOTH } from "./layouts_cloth.ts";
import { SCENES } from "./layouts_scenes.ts";

/** Everything a sleeve can show. */
export const LAYOUTS = { ...CLOTH, ...SCENES };

export type Picture = keyof typeof LAYOUTS;

export const PICTURES: readonly Picture[] = (Object.keys(LAYOUTS) as Picture[]).toSorted();
