import * as cloth from "./layouts_cloth.ts";
import * as scenes from "./layouts_scenes.ts";

/** Everything a sleeve can show. */
export const LAYOUTS = { ...cloth, ...scenes };

export type Picture = keyof typeof LAYOUTS;

export const PICTURES: readonly Picture[] = (Object.keys(LAYOUTS) as Picture[]).toSorted();
