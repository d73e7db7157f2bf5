import { createHash } from "node:crypto";
import { join } from "node:path";
import { escapedHtml } from "../contract/html.ts";

/** The page of the embedded player, as the build made it: one script and one style sheet stand in it. */
interface FramedPage {
  /** Fills the page's `{{name}}` marks with texts, all of them escaped. */
  fill(fields: Readonly<Record<string, string>>): string;
  /**
   * Its content security policy. Anybody may frame it, so it runs in a sandbox: it has an origin of its own, without
   * cookies, storage, worker or session, and no way to the page around it.
   */
  readonly rules: string;
}

/** Reads the page from the folder of the built PWA; undefined where there is no build. */
export async function readFramedPage(directory: string): Promise<FramedPage | undefined> {
  const text = await Deno.readTextFile(join(directory, "embed.html")).catch((error) => {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  // Text in the script is no mark, whatever it looks like.
  const [page = "", script = "", rest = ""] = text.split(/(<script>[^]*<\/script>)/);
  const style = /<style>([^]*?)<\/style>/.exec(page)?.[1] ?? "";
  return {
    fill: (fields) =>
      page.replaceAll(/\{\{ ?(\w+) ?\}\}/g, (_, name) => escapedHtml(fields[name] ?? "")) + script + rest,
    rules: [
      ...["default-src 'none'", `script-src ${hashOf(script.slice("<script>".length, -"</script>".length))}`],
      ...[`style-src ${hashOf(style)}`, "img-src 'self'", "media-src 'self'", "connect-src 'self'"],
      ...["base-uri 'none'", "form-action 'none'", "frame-ancestors *"],
      "sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox",
    ].join("; "),
  };
}

function hashOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
