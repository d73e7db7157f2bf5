/** The contract's limit, said again here because its file brings the schema library along. */
export const MOST_COMMENT_CHARACTERS = 2_000;
