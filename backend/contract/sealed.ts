/** Takes the place of a sealed personal field in answers. */
export const SEALED_WORD = "(sealed)";
