import { escapedHtml as escaped } from "../../contract/html.ts";
import { minutesAndSeconds } from "../../contract/duration.ts";

/** What the page shows of an artist. */
interface LinkPage {
  readonly name: string;
  readonly bio: string;
  readonly pictureUrl: string;
  readonly pageUrl: string;
  readonly followUrl: string;
  readonly links: readonly { readonly name: string; readonly url: string }[];
  readonly songs: readonly {
    readonly url: string;
    readonly title: string;
    readonly durationMs: number;
    readonly cover: string;
  }[];
}

const STYLE = `
:root{color-scheme:light dark;--page:#f7f1e3;--ink:#1c1a33;--soft:#57536f;--line:#1c1a3322;--dye:#2b2a6b;--on:#fffaf0}
@media(prefers-color-scheme:dark){:root{--page:#14132b;--ink:#f7f1e3;--soft:#b9b4cf;--line:#f7f1e322;--dye:#f0a830;--on:#14132b}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
main{max-width:34rem;margin:0 auto;padding:2rem 1rem 3rem}
header{text-align:center}
header img,.none{width:8rem;height:8rem;border-radius:50%;object-fit:cover;background:var(--line)}
h1{margin:.75rem 0 0;font-size:1.75rem;line-height:1.2;overflow-wrap:anywhere}
p{margin:.5rem 0;color:var(--soft);overflow-wrap:anywhere}
a{color:inherit}
.follow{display:inline-block;margin:1rem 0;padding:.7rem 1.75rem;border-radius:9rem;background:var(--dye);color:var(--on);font-weight:700;text-decoration:none}
ul{list-style:none;margin:1rem 0 0;padding:0}
.songs a{display:flex;gap:.9rem;align-items:center;min-height:4rem;padding:.5rem 0;text-decoration:none;border-top:1px solid var(--line)}
.songs img{width:3rem;height:3rem;border-radius:.5rem;object-fit:cover;background:var(--line)}
.songs b{flex:1;min-width:0;overflow-wrap:anywhere;font-weight:600}
.songs span{color:var(--soft);font-variant-numeric:tabular-nums}
.links{display:flex;flex-wrap:wrap;justify-content:center;gap:.25rem 1rem}
.links a{display:inline-block;min-width:2.75rem;padding:.6rem .25rem;text-align:center}
a:focus-visible{outline:3px solid var(--dye);outline-offset:3px}
footer{margin-top:2rem;text-align:center}
`;

/** An artist's link page: no script, one picture for each song, all of it escaped. Its head is that of the artist's page. */
export function linkPageOf(page: LinkPage): string {
  const { name, bio, pictureUrl, pageUrl, followUrl, links, songs } = page;
  const picture = pictureUrl === "" ? "" : `<img src="${escaped(pictureUrl)}" alt="" width="128" height="128">`;
  const rows = songs.map(({ url, title, durationMs, cover }) => {
    const image = cover === "" ? "" : `<img src="${escaped(cover)}" alt="" width="48" height="48" loading="lazy">`;
    return `<li><a href="${escaped(url)}">${image}<b><bdi>${escaped(title)}</bdi></b><span>${
      minutesAndSeconds(durationMs)
    }</span></a></li>`;
  });
  const elsewhere = links.map(({ name: site, url }) =>
    `<li><a href="${escaped(url)}" rel="noopener nofollow">${escaped(site)}</a></li>`
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Orin</title>
<meta name="description" content="">
<style>${STYLE}</style>
</head><body><main>
<header>${picture}<h1><bdi>${escaped(name)}</bdi></h1>${bio === "" ? "" : `<p><bdi>${escaped(bio)}</bdi></p>`}
<a class="follow" href="${escaped(followUrl)}">Follow</a></header>
${
    rows.length === 0
      ? "<p>No songs yet. Follow to hear of the first one.</p>"
      : `<nav aria-label="Songs"><ul class="songs">${rows.join("")}</ul></nav>`
  }
${elsewhere.length === 0 ? "" : `<nav aria-label="Elsewhere"><ul class="links">${elsewhere.join("")}</ul></nav>`}
<footer><a href="${escaped(pageUrl)}">Listen on Orin</a></footer>
</main></body></html>`;
}
