import { join } from "node:path";
import { expect, it } from "vitest";
import { ffprobe } from "./ffmpeg.ts";

const MEDIA = join(import.meta.dirname ?? "", "../../demo/media");

it("reads files that are asked about at the same moment, each by itself", async () => {
  const files = [...Deno.readDirSync(MEDIA)].map(({ name }) => name).filter((name) => name.endsWith(".m4a")).sort()
    .slice(0, 4);
  const sizes = await Promise.all(files.map(async (name) => {
    const { said } = await ffprobe(["-show_format", "input"], { input: join(MEDIA, name) });
    return Number((said as { format?: { size?: string } }).format?.size);
  }));
  expect(sizes).toEqual(files.map((name) => Deno.statSync(join(MEDIA, name)).size));
});
