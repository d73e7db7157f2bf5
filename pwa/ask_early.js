// A visitor immediately reads what the page is about (shell/frame.css), and the first answer comes beside the code of
// the screen, not after it: lib/early.ts hands it to the first reader.
(function () {
  try {
    // Who was here before has it stored, with the code; who is logged in asks with a token.
    if (navigator.serviceWorker.controller || localStorage.getItem("token")) return;
    document.documentElement.dataset.visit = location.pathname;
    const album = location.pathname === "/music-details" && "/" + (new URLSearchParams(location.search).get("id") || "");
    const one = /^\/(artists|track|playlists|release|music-details)\/([\w-]+)$/.exec(
      location.pathname + (album || ""),
    );
    const path = one
      ? {
        ...{ artists: "/api/auth/creators/", track: "/api/v1/tracks/", playlists: "/api/v1/playlists/" },
        ...{ release: "/api/v1/upcoming/", "music-details": "/api/v1/albums/" },
      }[one[1]] + one[2]
      : { "/": "/api/v1/home", "/songs": "/api/v1/tracks" }[location.pathname];
    if (!path) return;
    // As lib/device_id.ts: by its name a visitor's free plays are known, not by an address that thousands share.
    const device = localStorage.getItem("orin.device") || crypto.randomUUID();
    localStorage.setItem("orin.device", device);
    // With its body: its reader waits no longer for it than for any other.
    const asked = fetch(path, { headers: { accept: "application/json", "x-device-id": device } })
      .then((answer) => answer.blob().then((body) => new Response(body, answer)));
    asked.catch(() => {});
    self.orinEarly = { path, asked };
    // Nor do the first covers of a list of songs wait for the code: ui/Picture.tsx asks for the same files.
    const { saveData, effectiveType = "4g" } = navigator.connection || {};
    const saves = saveData || effectiveType !== "4g" || localStorage.getItem("orin.data-saver") === "on";
    if (path !== "/api/v1/tracks" || saves) return;
    asked.then((answer) => answer.clone().json()).then(({ tracks }) => {
      for (const { coverImageUrl = "" } of tracks.slice(0, 4)) {
        const [, stem] = /^(.*[/-])512\.webp$/.exec(coverImageUrl) || [];
        if (!stem) continue;
        document.head.append(Object.assign(document.createElement("link"), {
          rel: "preload",
          as: "image",
          type: "image/avif",
          fetchPriority: "high",
          imageSizes: "(min-width: 80rem) 13rem, (min-width: 48rem) 25vw, 46vw",
          imageSrcset: [64, 128, 160, 256, 512]
            .map((size) => `${stem}${size}.avif ${Math.round(size * 1.4)}w`).join(", "),
        }));
      }
    }).catch(() => {});
  } catch (_) { /* it is asked for later in any case */ }
})();
