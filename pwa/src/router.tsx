import { type ComponentType, lazy, Suspense } from "react";
import { Route } from "react-router-dom";
import { type ScreenRoute, screenRoute } from "./screen_route.tsx";
import { BareLayout } from "./shell/BareLayout.tsx";
import { CommonLayout } from "./shell/CommonLayout.tsx";

const RareRoutes = lazy(() => import("./rare_routes.tsx").then((module) => ({ default: module.RareRoutes })));

/** Inside the common layout. */
const COMMON: readonly ScreenRoute[] = [
  {
    path: "/",
    title: "Discover",
    isPublic: true,
    load: () => import("./shell/Home.tsx").then((screen) => screen.Home),
  },
  {
    path: "/songs",
    title: "Stream & Earn",
    isPublic: true,
    load: () => import("./shell/StreamAndEarn.tsx").then((screen) => screen.StreamAndEarn),
  },
  {
    path: "/playlist",
    title: "Playlists",
    load: () => import("./catalogue/playlist/Playlists.tsx").then((screen) => screen.Playlists),
  },
  {
    path: "/playlists/:id/:token?",
    title: "Playlist",
    isPublic: true,
    load: () => import("./catalogue/playlist/PlaylistPage.tsx").then((screen) => screen.PlaylistPage),
  },
  {
    path: "/saved",
    title: "Saved music",
    load: () => import("./saved/SavedMusic.tsx").then((screen) => screen.SavedMusic),
  },
  {
    path: "/artists",
    title: "Artists",
    isPublic: true,
    load: () => import("./catalogue/Artists.tsx").then((screen) => screen.Artists),
  },
  {
    path: "/artists/:id",
    title: "Artist",
    isPublic: true,
    load: () => import("./shell/ArtistPage.tsx").then((screen) => screen.ArtistPage),
  },
  {
    path: "/track/:id",
    title: "Song",
    isPublic: true,
    load: () => import("./shell/TrackPage.tsx").then((screen) => screen.TrackPage),
  },
  {
    path: "/earnings",
    title: "Earnings",
    load: () => import("./shell/YourEarnings.tsx").then((screen) => screen.YourEarnings),
  },
  {
    path: "/gift/:artistId",
    title: "Send a gift",
    load: () => import("./gifts/SendGift.tsx").then((screen) => screen.SendGift),
  },
  {
    path: "/withdraw-tokens",
    title: "Withdraw Tokens",
    load: () => import("./shell/WithdrawYourTokens.tsx").then((screen) => screen.WithdrawYourTokens),
  },
  {
    path: "/subscriptions",
    title: "Subscriptions",
    isPublic: true,
    load: () => import("./subscriptions/Subscriptions.tsx").then((screen) => screen.Subscriptions),
  },
  {
    path: "/settings",
    title: "Settings",
    load: () => import("./accounts/Settings.tsx").then((screen) => screen.Settings),
  },
  {
    path: "/settings/:section",
    title: "Settings",
    load: () => import("./accounts/SettingsSection.tsx").then((screen) => screen.SettingsSection),
  },
  {
    path: "/notifications",
    title: "Notifications",
    load: () => import("./notifications/Notifications.tsx").then((screen) => screen.Notifications),
  },
  {
    path: "/music-details",
    title: "Album",
    isPublic: true,
    load: () => import("./catalogue/album/MusicDetails.tsx").then((screen) => screen.MusicDetails),
  },
  {
    path: "/release/:id",
    title: "Coming soon",
    isPublic: true,
    load: () => import("./catalogue/release/UpcomingPage.tsx").then((screen) => screen.UpcomingPage),
  },
  {
    path: "/search",
    title: "Search",
    isPublic: true,
    load: () => import("./catalogue/search/Search.tsx").then((screen) => screen.Search),
  },
  {
    path: "/policy",
    title: "How earning works",
    isPublic: true,
    load: () => import("./listening/Policy.tsx").then((screen) => screen.Policy),
  },
  {
    path: "/creator-dashboard",
    title: "Dashboard",
    load: loadCreatorScreen("dashboard"),
  },
  {
    path: "/cs-music-list",
    title: "Music List",
    load: loadCreatorScreen("musicList"),
  },
  {
    path: "/cs-upload",
    title: "Upload Music",
    load: loadCreatorScreen("upload"),
  },
  {
    path: "/cs-gift",
    title: "Artist Support",
    load: loadCreatorScreen("gifts"),
  },
  {
    path: "/cs-wallet",
    title: "Wallet",
    load: loadCreatorScreen("wallet"),
  },
  {
    path: "/cs-settings",
    title: "Creator Settings",
    load: loadCreatorScreen("settings"),
  },
];

/** The routes without the common layout. */
const BARE: readonly ScreenRoute[] = [
  {
    path: "/login",
    title: "Log in",
    isPublic: true,
    load: () => import("./accounts/Login.tsx").then((screen) => screen.Login),
  },
  {
    path: "/signup",
    title: "Sign up",
    isPublic: true,
    load: () => import("./accounts/Signup.tsx").then((screen) => screen.Signup),
  },
];

/** Reads a creators' screen from their own list, which comes when the first of them does, and guards it. */
function loadCreatorScreen(name: keyof typeof import("./creator/screens.ts").creatorScreens) {
  return async (): Promise<ComponentType> => (await import("./creator/screens.ts")).creatorScreens[name]();
}

/** The route table, as the element that `Routes` reads. */
export const routes = (
  <>
    <Route element={<CommonLayout />}>
      {COMMON.map(screenRoute)}
    </Route>
    <Route element={<BareLayout />}>
      {BARE.map(screenRoute)}
    </Route>
    <Route
      path="*"
      element={
        <Suspense>
          <RareRoutes />
        </Suspense>
      }
    />
  </>
);
