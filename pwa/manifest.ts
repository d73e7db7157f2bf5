import type { ManifestOptions } from "vite-plugin-pwa";

/** The web app manifest. `id` names the installed app for ever: never change it. */
export const manifest: Partial<ManifestOptions> = {
  id: "/?app",
  name: "Orin: stream, earn, be heard",
  short_name: "Orin",
  description: "Nigerian music that pays you back: stream songs, earn tokens for the time you listen, support artists.",
  lang: "en-NG",
  dir: "ltr",
  start_url: "/?source=pwa",
  scope: "/",
  display: "standalone",
  display_override: ["standalone", "minimal-ui"],
  theme_color: "#0f1023",
  background_color: "#0f1023",
  categories: ["music", "entertainment"],
  launch_handler: { client_mode: ["focus-existing", "auto"] },
  icons: [
    { src: "/icon-192.png", sizes: "192x192", type: "image/png", purpose: "any" },
    { src: "/icon-512.png", sizes: "512x512", type: "image/png", purpose: "any" },
    { src: "/icon-maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
  ],
  shortcuts: [
    { name: "Discover", url: "/?source=shortcut", icons: [{ src: "/icon-192.png", sizes: "192x192" }] },
    { name: "Stream & Earn", url: "/songs?source=shortcut", icons: [{ src: "/icon-192.png", sizes: "192x192" }] },
    { name: "Playlist", url: "/playlist?source=shortcut", icons: [{ src: "/icon-192.png", sizes: "192x192" }] },
    { name: "Earnings", url: "/earnings?source=shortcut", icons: [{ src: "/icon-192.png", sizes: "192x192" }] },
  ],
};
