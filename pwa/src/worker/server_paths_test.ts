import { describe, expect, it } from "vitest";
import { SERVER_PATHS } from "./server_paths.ts";

const isServers = (path: string) => SERVER_PATHS.some((pattern) => pattern.test(path));

describe("SERVER_PATHS", () => {
  it("leaves to the service what the service answers", () => {
    const paths = [
      "/api/v1/tracks",
      "/media/k/512.webp",
      "/share/t/1",
      "/dev/mail",
      "/healthz",
      "/readyz",
      "/metrics",
      "/embed/track/018f",
      "/oembed?url=https://orin.example/track/018f",
      "/sw.js",
      "/manifest.webmanifest?v=1",
      "/assets/missing.js",
    ];
    expect(paths.filter((path) => !isServers(path))).toEqual([]);
  });

  it("keeps screens inside the app, the return from a payment as well", () => {
    const paths = [
      "/",
      "/songs",
      "/artists/018f",
      "/subscriptions?reference=a.b",
      "/reset-psw?email=ada@orin.example",
      "/search",
      `/playlists/join/018f_018e.${"aB3".repeat(14)}c`,
      `/split/018f.${"aB3".repeat(14)}c?from=mail.example`,
    ];
    expect(paths.filter(isServers)).toEqual([]);
  });
});
