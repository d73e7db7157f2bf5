/** The creators' screens. They are named here because listeners need neither them nor the list of their files. */
export const creatorScreens = {
  dashboard: () => import("./Dashboard.tsx").then((screen) => screen.Dashboard),
  musicList: () => import("./MusicList.tsx").then((screen) => screen.MusicList),
  upload: () => import("./Upload.tsx").then((screen) => screen.Upload),
  gifts: () => import("./Gifts.tsx").then((screen) => screen.Gifts),
  wallet: () => import("./Wallet.tsx").then((screen) => screen.Wallet),
  songShares: () => import("./split/SongShares.tsx").then((screen) => screen.SongShares),
  myShares: () => import("./split/MyShares.tsx").then((screen) => screen.MyShares),
  splitInvite: () => import("./split/SplitInvite.tsx").then((screen) => screen.SplitInvite),
  shareKit: () => import("./share/ShareKit.tsx").then((screen) => screen.ShareKit),
  teams: () => import("./team/Teams.tsx").then((screen) => screen.Teams),
  teamInvite: () => import("./team/TeamInvite.tsx").then((screen) => screen.TeamInvite),
  settings: () => import("./Settings.tsx").then((screen) => screen.Settings),
};
