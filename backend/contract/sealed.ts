/** Stands in answers where a personal field is sealed. */
export const SEALED_WORD = "(sealed)";
