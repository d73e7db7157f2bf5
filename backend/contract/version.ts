import orin from "../../package.json" with { type: "json" };

/** Which Orin this is: `CHANGELOG.md` says what changed with it. */
export const VERSION = orin.version;
