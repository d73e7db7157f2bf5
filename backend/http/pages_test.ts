import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pages } from "./pages.ts";

let directory: string;
beforeAll(() => {
  directory = Deno.makeTempDirSync();
  Deno.mkdirSync(join(directory, "assets"));
  const files = {
    "index.html": '<head><title></title></head><div class="frame-welcome"><h1>Welcome</h1>\n</div>',
    "assets/app.js": "whole",
    "assets/app.js.br": "br",
    "first_screens.json":
      `{"/songs":["assets/songs.js"],"/track/:id":["assets/track.js"],"/music-details":["assets/album.js"]}`,
  };
  for (const [name, text] of Object.entries(files)) Deno.writeTextFileSync(join(directory, name), text);
});
afterAll(() => Deno.removeSync(directory, { recursive: true }));

const preview = { title: "Orin", description: "Songs", url: "https://orin.example/songs", type: "website" } as const;
const get = (path: string, acceptEncoding: string) =>
  pages({ directory, preview: () => Promise.resolve(preview) })
    .request(path, { headers: { "accept-encoding": acceptEncoding } });

describe("a file of the app", () => {
  it.each([
    ["br", "br", "br"],
    ["gzip, deflate, br, zstd", "br", "br"],
    ["gzip, br;q=0.5", "br", "br"],
    ["gzip, br;q=0", "whole", null],
    ["gzip, deflate", "whole", null],
    ["", "whole", null],
  ])("is sent to who accepts %j as %j", async (acceptEncoding, text, encoding) => {
    const answer = await get("/assets/app.js", acceptEncoding);
    expect(await answer.text()).toBe(text);
    expect(answer.headers.get("content-encoding")).toBe(encoding);
    expect(answer.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
    expect(answer.headers.get("vary")).toBe("accept-encoding");
  });
});

describe("a name that no file has", () => {
  it.each([`/${"a".repeat(300)}.js`, "/a%00b.js", "/%ff.js"])("is not found: %s", async (path) => {
    expect((await get(path, "")).status).toBe(404);
  });
});

describe("a page", () => {
  it("is the shell with its preview, never a compressed file", async () => {
    const answer = await get("/songs", "br");
    expect(await answer.text()).toContain("<title>Orin</title>");
    expect(answer.headers.get("content-encoding")).toBeNull();
    expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(answer.headers.get("vary")).toBe("accept-encoding");
  });

  it("says in words what it is about, as nothing but words, before the app has come", async () => {
    const bodyOf = async (type: "website" | "profile" | "music.playlist", title = "Ada <b> · Orin") => {
      const said = { ...preview, type, title, description: 'Sings & "dances"' };
      const app = pages({ directory, preview: () => Promise.resolve(said) });
      return (await (await app.request("/artists/1")).text()).split("</head>")[1];
    };
    expect(await bodyOf("profile")).toBe(
      '<div class="frame-welcome" data-own><h1>Ada &lt;b&gt;</h1><p>Sings &amp; &quot;dances&quot;</p></div>',
    );
    // As the screen's own heading will have it.
    expect(await bodyOf("music.playlist", "Morning · Playlist · Orin")).toContain("<h1>Morning</h1>");
    expect(await bodyOf("website")).toBe('<div class="frame-welcome"><h1>Welcome</h1>\n</div>');
  });

  it("names the scripts of a screen on which many come in", async () => {
    const named = async (path: string) => (await (await get(path, "")).text()).match(/assets\/\w+\.js/g);
    expect(await named("/songs")).toEqual(["assets/songs.js"]);
    expect(await named("/track/1")).toEqual(["assets/track.js"]);
    expect(await named("/music-details?id=1")).toEqual(["assets/album.js"]);
    expect(await named("/settings")).toBeNull();
  });

  it("may be a signed link, whose signature is no file ending", async () => {
    const answer = await get("/premium-gift/eyJnaWZ0IjoiMSJ9.k3Jm5sQ0vT8xYb2NcR7dWfHgAe", "");
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain("<title>Orin</title>");
  });
});
