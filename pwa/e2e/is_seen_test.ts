import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { launchBrowser } from "../../backend/testing/browser.ts";
import { isSeen } from "./is_seen.ts";

let browser: Browser;
let page: Page;
beforeAll(async () => {
  browser = await launchBrowser();
  page = await browser.newPage({ viewport: { width: 360, height: 740 } });
});
afterAll(() => browser?.close());

const BAR = "position: fixed; inset: 0; background: white";

it.each([
  ["what lies there", `<p id="it">Play</p>`],
  ["what one scroll brings", `<p style="margin-top: 3000px" id="it">Play</p>`],
  [
    "what one scroll of a strip brings",
    `<div style="overflow: auto; width: 200px"><p id="it" style="margin-left: 900px; width: 80px">Play</p></div>`,
  ],
  ["a field by its label", `<label>Name <input id="it" style="pointer-events: none"></label>`],
  ["a button that takes no presses", `<div><button id="it" disabled style="pointer-events: none">Play</button></div>`],
  [
    "a fixed notice in a small box",
    `<div style="overflow: hidden; height: 1px"><p id="it" style="position: fixed">Play</p></div>`,
  ],
  ["words on two lines", `<p style="width: 90px">Play this <a id="it">one long song</a> now</p>`],
  ["what lies under something transparent", `<p id="it">Play</p><div style="${BAR}; opacity: 0"></div>`],
  [
    "what a stretched link takes the presses of",
    `<style>a::after { content: ""; position: absolute; inset: 0 }</style><div style="position: relative"><a>Play</a><p id="it">Song</p></div>`,
  ],
  [
    "words in a tight line",
    `<p style="overflow: hidden; font: 24px/24px serif"><a id="it" style="font-size: 26px">Play</a></p>`,
  ],
  ["one of several", `<p class="it" hidden>Play</p><p class="it">Play</p>`],
])("sees %s", async (_what, html) => {
  await page.setContent(html);
  expect(await isSeen(page.locator("#it, .it"))).toBe(true);
});

it.each([
  ["what is not there", `<p>Play</p>`, "is not on the page"],
  ["an opacity of 0", `<p id="it" style="opacity: 0">Play</p>`, "opacity of 0"],
  ["an ancestor's opacity of 0", `<div style="opacity: 0"><p id="it">Play</p></div>`, "opacity of 0"],
  ["display none", `<div style="display: none"><p id="it">Play</p></div>`, "is hidden"],
  ["visibility hidden", `<div style="visibility: hidden"><p id="it">Play</p></div>`, "is hidden"],
  ["closed details", `<details><summary>More</summary><p id="it">Play</p></details>`, "is hidden"],
  [
    "what only screen readers get",
    `<p id="it" style="position: absolute; width: 1px; height: 1px; overflow: hidden">Play</p>`,
    "has no size",
  ],
  ["a cover", `<p id="it">Play</p><div style="${BAR}"></div>`, "is covered by"],
  ["a bar over one half", `<p id="it">Play</p><div style="${BAR}; left: 50%"></div>`, "is covered by"],
  [
    "an ancestor that clips",
    `<div style="overflow: hidden; height: 5px"><p id="it" style="margin-top: 0">Play</p></div>`,
    "is clipped by",
  ],
  [
    "words that end in dots",
    `<p id="it" style="width: 60px; overflow: hidden; white-space: nowrap">Play this long song</p>`,
    "is cut off",
  ],
  ["what no scroll reaches", `<p id="it" style="position: absolute; left: -500px">Play</p>`, "is outside the screen"],
  ["what is taller than the screen", `<p id="it" style="height: 2000px">Play</p>`, "is outside the screen"],
])("does not see past %s", async (_what, html, reason) => {
  await page.setContent(html);
  expect(await isSeen(page.locator("#it"))).toContain(reason);
});
