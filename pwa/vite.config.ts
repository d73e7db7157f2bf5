import tailwind from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";
import { callNames } from "./call_names.ts";
import { embedPage } from "./embed_page.ts";
import { firstScreens, turnOf } from "./first_screens.ts";
import { manifest } from "./manifest.ts";
import { serviceWorker } from "./service_worker.ts";
import { staticShell } from "./static_shell.ts";

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const service = `http://localhost:${process.env.PORT ?? 8000}`;
const buildId = new Date().toISOString();

// What a listener never needs to open the app offline: creators' and admins' screens, uploads, charts and tables, imports
// and invitations, plans to pay for, and the ways in, whose forms are worth nothing without the service.
const ONLINE_ONLY = new RegExp(
  "^assets/(creator|admin|chart|table|forms|Login|Signup|VerifyOtp|ForgotPassword|ResetPassword|GoogleSignIn|" +
    "CredentialFields|Radios|Appeals|use_upload|app_uploads|kept_uploads|common_passwords|proof_of_work|APEv2Parser|FlacParser|" +
    "ImportSongs|parse_worker|file_text|JoinPlaylist|Report|Takedown|ConfirmClaim|HeldByLink|NotMe|Suspended|LinkOver|Held|HeldForms|CommentRules|Blocked|MailStop|" +
    "UpcomingPage|AlbumCreditList|TrackMakers|SongCredits|upcoming|moderation|releases|splits|" +
    "People|SaveQueue|PremiumGift|OtherDeviceBar|DevicesSheet|app_elsewhere|insights)-",
);
// Listeners' screens and a creator's links, which no start needs: the worker stores them once the page has nothing to do.
const KEPT_AHEAD = new RegExp(
  "^assets/(SendGift|SentGifts|Diagnostics|NotificationSwitches|PictureField|Settings|SettingsSection|settings_sections|Chart|use_google_button|Statement|" +
    "Subscriptions|ChoosePlan|NextActions|YourMonth|SpeedSheet|LyricsSheet|FolderDialog|DescriptionDialog|PlaylistPage|DownloadRefused|SaveMusic|" +
    "EarlyAccessDialog|MonthSelect|ShortcutsHelp|UnpaidCheckout|EmailText|NewsletterDone|SelectTracks|WithdrawYourTokens|Policy|PolicyVersions|file_formats|Notifications|Spotlight|Week|SleepSheet|keep_focus|CreatorLinks|" +
    "PlayingLyrics|SidePanel|WideButtons|ArtistPosts|CreatorAvatar|Bell|PlayingSheet|StillListening|TrackLyrics|uploads|closing_api|push)-",
);

/** Lets a page that lost a screen's code ask whether there is a newer build. */
const versionFile: Plugin = {
  name: "orin-version",
  generateBundle() {
    this.emitFile({ type: "asset", fileName: "version.json", source: JSON.stringify({ build: buildId }) });
  },
};

/** What only the creator's area reads, and for whom: no listener loads it. */
const CREATOR_DATA = /src[\\/](lib[\\/]acting|data[\\/](creator|teams|releases))\.ts|contract[\\/]memberships\.ts/;

/** Names the files of a part that few need by that part, so that they can be told from the others. */
function chunkName({ moduleIds }: { moduleIds: readonly string[] }): string {
  // Icons and helpers that only one part uses stand in its files.
  const own = moduleIds.filter((id) => !/[\\/]node_modules[\\/]/.test(id) || /[\\/]uplot[\\/]/.test(id));
  const all = (part: RegExp) => own.length > 0 && own.every((id) => part.test(id));
  if (all(/[\\/](uplot|SeriesChart|chart_l)/i)) return "assets/chart-[name]-[hash].js";
  // No listener loads the code of a creator's screen.
  if (moduleIds.some((id) => /[\\/]src[\\/]creator[\\/]/.test(id))) return "assets/creator-[name]-[hash].js";
  if (all(CREATOR_DATA)) return "assets/creator-[name]-[hash].js";
  if (all(/[\\/]src[\\/](admin[\\/]|shell[\\/]Admin)/)) return "assets/admin-[name]-[hash].js";
  if (all(/[\\/]src[\\/]legal[\\/]/)) return "assets/legal-[name]-[hash].js";
  // Only admins load the code of the back office.
  if (moduleIds.some((id) => /[\\/]src[\\/](admin[\\/]|shell[\\/]AdminUpload)/.test(id))) {
    return "assets/admin-[name]-[hash].js";
  }
  if (moduleIds.some((id) => /[\\/]music-metadata[\\/]/.test(id))) return "assets/creator-tags-[hash].js";
  if (moduleIds.some((id) => /[\\/]tus-js-client[\\/]/.test(id))) return "assets/creator-tus-[hash].js";
  if (moduleIds.some((id) => /[\\/]react-hook-form[\\/]/.test(id))) return "assets/forms-[hash].js";
  return "assets/[name]-[hash].js";
}

/** The router's package names its development build for every use, with warnings that a phone's browser hides. */
const productionRouter: Plugin = {
  name: "orin-production-router",
  apply: "build",
  enforce: "pre",
  async resolveId(source, importer, options) {
    if (!/^react-router(\/|$)/.test(source)) return null;
    const found = await this.resolve(source, importer, { ...options, skipSelf: true });
    return found && { ...found, id: found.id.replace("/dist/development/", "/dist/production/") };
  },
};

/** What is asked for beside a part: not the part, which the import asks for, nor what every page has come with. */
function besides(file: string, needed: string[], { hostType }: { hostType: "html" | "js" }): string[] {
  if (hostType === "html") return needed;
  return needed.filter((name) => name !== file && !/^assets\/(rolldown-runtime|vendor|app|index)-/.test(name));
}

const VENDOR =
  /node_modules[\\/].*[\\/](react|react-dom|scheduler|react-router|react-router-dom|@tanstack[\\/][\w-]+)[\\/]/;

const PARTS =
  /pwa[\\/]src[\\/](ui|lib|data)[\\/](?!(acting|creator|teams|releases)\.ts)|node_modules[\\/].*lucide-react/;

/** What listeners' screens share; the player comes behind the first of them, and brings its own. */
const SHARED = /pwa[\\/]src[\\/](catalogue|listening|social|gifts|subscriptions|wallet)[\\/]/;

// Vite demands the default export.
export default defineConfig({
  root: path("."),
  resolve: { alias: { "@contract/": path("../backend/contract/") } },
  define: { __BUILD_ID__: JSON.stringify(buildId) },
  plugins: [
    callNames(),
    react(),
    tailwind(),
    staticShell(),
    versionFile,
    productionRouter,
    firstScreens(),
    embedPage(),
    serviceWorker({
      manifest,
      stored: ["index.html", "favicon.svg", "cloth.svg", "assets/*.{js,css}"],
      isOnlineOnly: (file) => ONLINE_ONLY.test(file),
      isKeptAhead: (file) => KEPT_AHEAD.test(file),
    }),
  ],
  build: {
    target: ["chrome111", "safari16.4", "firefox115"],
    modulePreload: { polyfill: false, resolveDependencies: besides },
    // The static shell paints first in any case; every file less is a round trip less.
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        chunkFileNames: chunkName,
        codeSplitting: {
          groups: [
            // React and its friends change rarely: returning users keep them over our releases.
            { name: "vendor", test: VENDOR, tags: ["$initial"], priority: 2 },
            // What the first screen needs in any case is one file: it packs better, and needs one round trip.
            { name: "app", tags: ["$initial"], priority: 1 },
            // What the first visit needs of what screens share comes in its turn, without what only others need.
            { name: turnOf, minShareCount: 2 },
            // What many screens share would else be some thirty files of half a kilobyte.
            { name: "parts", test: PARTS, minShareCount: 3 },
            { name: "shared", test: SHARED, minShareCount: 3 },
          ],
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(
      ["/api", "/media", "/share", "/embed", "/oembed", "/dev", "/healthz"].map((prefix) => [prefix, service]),
    ),
  },
});
