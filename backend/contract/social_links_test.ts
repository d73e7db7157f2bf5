import { describe, expect, it } from "vitest";
import { socialName, socialUrls } from "./social_links.ts";

describe("socialName()", () => {
  it("takes names with and without @, and addresses of the place", () => {
    expect(
      ["@ada_music", "ada_music", "https://x.com/ada_music", "twitter.com/ada_music/", " "].map((text) =>
        socialName("twitterHandle", text)
      ),
    )
      .toEqual(["ada_music", "ada_music", "ada_music", "ada_music", ""]);
    expect(socialName("linkedinProfile", "https://ng.linkedin.com/company/ada-music")).toBe("company/ada-music");
  });

  it("takes back what is kept of a longer address, for a form that sends all that it was given", () => {
    const kept = socialName("linkedinProfile", "https://linkedin.com/in/ada-obi") ?? "";
    expect([kept, socialName("linkedinProfile", kept)]).toEqual(["in/ada-obi", "in/ada-obi"]);
    for (const text of ["evil.example/in/ada", "//evil.example/ada", "/ada", "javascript:in/ada", "in/../../ada"]) {
      expect(socialName("linkedinProfile", text)).toBeUndefined();
    }
  });

  it.each([
    "javascript:alert(1)",
    "https://evil.example/x.com",
    "https://x.com.evil.example/a",
    "a b",
    "../../admin",
    "<b>",
  ])(
    "refuses %s",
    (text) => expect(socialName("twitterHandle", text)).toBeUndefined(),
  );
});

it("socialUrls() gives whole addresses of those that are not empty", () => {
  const links = { twitterHandle: "ada", instagramHandle: "", linkedinProfile: "company/ada", facebookProfile: "ada.m" };
  expect(socialUrls(links)).toEqual({
    twitter: "https://x.com/ada",
    linkedin: "https://www.linkedin.com/company/ada",
    facebook: "https://www.facebook.com/ada.m",
  });
});
