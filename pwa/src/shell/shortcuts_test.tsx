import { describe, expect, it, vi } from "vitest";
import { actionOf, isMeantForPage, type ShortcutActions, SHORTCUTS } from "./shortcuts.ts";

function makeActions(position = 60, duration = 180) {
  const player = {
    track: null,
    playing: true,
    waiting: false,
    duration,
    volume: 80,
    repeat: false,
    repeatAll: false,
    isShuffled: false,
    asksWhetherHeard: false,
    error: null,
    isElsewhere: false,
    subscribeTime: () => () => undefined,
    toggle: vi.fn(),
    next: vi.fn(),
    previous: vi.fn(),
    seek: vi.fn(),
    setVolume: vi.fn(),
    changeRepeat: vi.fn(),
    close: vi.fn(),
  };
  const more = { showQueue: vi.fn(), sleep: vi.fn(), shuffle: vi.fn(), goToPlayer: vi.fn() };
  const actions = { player, position: () => position, toggleMute: vi.fn(), search: vi.fn(), help: vi.fn(), ...more };
  return { player, actions: actions satisfies ShortcutActions };
}

/** The event as it arrives at the page after being pressed on the given element. */
function pressOn(html: string, key: string, init: KeyboardEventInit = {}): KeyboardEvent {
  document.body.innerHTML = html;
  const event = new KeyboardEvent("keydown", { key, bubbles: true, ...init });
  (document.body.firstElementChild ?? document.body).dispatchEvent(event);
  return event;
}

describe("actionOf()", () => {
  it("plays, pauses, skips and mutes", () => {
    const { player, actions } = makeActions();
    for (const key of [" ", "k", "K", "n", "p", "m", "/", "?"]) actionOf({ key }, actions)?.();
    expect(player.toggle).toHaveBeenCalledTimes(3);
    expect(player.next).toHaveBeenCalledTimes(1);
    expect(player.previous).toHaveBeenCalledTimes(1);
    expect(actions.toggleMute).toHaveBeenCalledTimes(1);
    expect(actions.search).toHaveBeenCalledTimes(1);
    expect(actions.help).toHaveBeenCalledTimes(1);
  });

  it("repeats, shuffles, shows the queue and the sleep timer, and the help lists every key", () => {
    const { player, actions } = makeActions();
    for (const key of ["r", "s", "q", "t", "g"]) actionOf({ key }, actions)?.();
    const { shuffle, showQueue, sleep, goToPlayer } = actions;
    for (const done of [player.changeRepeat, shuffle, showQueue, sleep, goToPlayer]) {
      expect(done).toHaveBeenCalledTimes(1);
    }
    const listed = SHORTCUTS.map(({ keys }) => keys).join(" ");
    const works = "abcdefghijklmnopqrstuvwxyz/?".split("").filter((key) => actionOf({ key }, actions));
    expect(works.filter((key) => !listed.includes(key.toUpperCase()))).toEqual([]);
  });

  it("seeks five seconds, within the song", () => {
    const { player, actions } = makeActions(2, 5);
    actionOf({ key: "ArrowLeft" }, actions)?.();
    actionOf({ key: "ArrowRight" }, actions)?.();
    expect(player.seek.mock.calls).toEqual([[0], [5]]);
  });

  it("leaves the player's keys to the browser while there is nothing to play", () => {
    const { actions } = makeActions();
    const idle = { ...actions, player: undefined };
    expect([" ", "n", "m", "ArrowLeft"].map((key) => actionOf({ key }, idle))).toEqual(Array(4).fill(undefined));
    expect(actionOf({ key: "/" }, idle)).toBe(actions.search);
  });
});

describe("isMeantForPage()", () => {
  it("is false while typing, in menus and with modifiers", () => {
    const inputs = [
      "<input>",
      "<textarea></textarea>",
      "<select></select>",
      '<div contenteditable="true"></div>',
      '<div role="menu"></div>',
    ];
    expect(inputs.map((html) => isMeantForPage(pressOn(html, "k")))).toEqual(Array(5).fill(false));
    expect(isMeantForPage(pressOn("<main></main>", "k", { ctrlKey: true }))).toBe(false);
    expect(isMeantForPage(pressOn("<main></main>", "k"))).toBe(true);
  });

  it("leaves Space to the button that has the focus, but not K", () => {
    expect(isMeantForPage(pressOn("<button></button>", " "))).toBe(false);
    expect(isMeantForPage(pressOn("<button></button>", "k"))).toBe(true);
    expect(isMeantForPage(pressOn("<main></main>", " "))).toBe(true);
  });
});
