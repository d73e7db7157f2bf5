import { type ComponentType, createElement } from "react";

/** A screen of the creator's area: listeners are led to Discover, members of a team see for whom they work. */
export function inFrame(load: () => Promise<ComponentType>) {
  return async (): Promise<ComponentType> => {
    const [{ CreatorFrame }, Content] = await Promise.all([import("./team/CreatorFrame.tsx"), load()]);
    return () => createElement(CreatorFrame, null, createElement(Content));
  };
}

/** The creators' screens. They are named here because listeners need neither them nor the list of their files. */
export const creatorScreens = {
  dashboard: inFrame(() => import("./Dashboard.tsx").then((screen) => screen.Dashboard)),
  insights: inFrame(() => import("./insights/Insights.tsx").then((screen) => screen.Insights)),
  musicList: inFrame(() => import("./MusicList.tsx").then((screen) => screen.MusicList)),
  song: inFrame(() => import("./SongPage.tsx").then((screen) => screen.SongPage)),
  upload: inFrame(() => import("./Upload.tsx").then((screen) => screen.Upload)),
  gifts: inFrame(() => import("./Gifts.tsx").then((screen) => screen.Gifts)),
  wallet: inFrame(() => import("./Wallet.tsx").then((screen) => screen.Wallet)),
  earned: inFrame(() => import("./Earned.tsx").then((screen) => screen.Earned)),
  songShares: inFrame(() => import("./split/SongShares.tsx").then((screen) => screen.SongShares)),
  myShares: inFrame(() => import("./split/MyShares.tsx").then((screen) => screen.MyShares)),
  splitInvite: () => import("./split/SplitInvite.tsx").then((screen) => screen.SplitInvite),
  shareKit: inFrame(() => import("./share/ShareKit.tsx").then((screen) => screen.ShareKit)),
  posts: inFrame(() => import("./Posts.tsx").then((screen) => screen.Posts)),
  teams: () => import("./team/Teams.tsx").then((screen) => screen.Teams),
  teamInvite: () => import("./team/TeamInvite.tsx").then((screen) => screen.TeamInvite),
  releases: inFrame(() => import("./releases/Releases.tsx").then((screen) => screen.Releases)),
  releaseEditor: inFrame(() => import("./releases/ReleaseEditor.tsx").then((screen) => screen.ReleaseEditor)),
  royalties: inFrame(() => import("./Royalties.tsx").then((screen) => screen.Royalties)),
  royaltyStatement: inFrame(() => import("./RoyaltyStatement.tsx").then((screen) => screen.RoyaltyStatement)),
  settings: inFrame(() => import("./Settings.tsx").then((screen) => screen.Settings)),
};
