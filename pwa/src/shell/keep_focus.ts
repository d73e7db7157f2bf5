/** What a browser gives the focus to. */
const CONTROLS = "a[href], button, input, select, textarea, summary, [tabindex]";

const FIELDS = "input, select, textarea";

/** A dialog that closes, or a screen that comes, takes the focus itself: within this time, in ms. */
const OTHERS_MS = 50;

/** What cannot be pressed for so long, in ms, is not awaited: keys go on beside it. */
const DISABLED_MS = 1_000;

/** Of the screen's height: what is higher has its own place to be read from. */
const ROOM = 0.7;

/** The control that had the focus last, and whether keys brought it there. */
interface Held {
  readonly control: HTMLElement;
  readonly byKeys: boolean;
}

/** Where a control that is gone stood, and what came in its place. */
interface Gap {
  readonly parent: Element;
  readonly gone: Element;
  readonly before: Node | null;
  readonly after: Node | null;
  readonly added: readonly Element[];
}

/**
 * A browser drops the focus when the control that has it goes, such as the button of a row that it took out, or cannot
 * be pressed while something is sent: keys would begin at the page's start, and a screen reader would lose its place.
 * Here what took the place of it gets the focus, or the same control of the next row, or the one before; what was only
 * away gets it back. What keys reach is shown whole, with the card or row that it belongs to. Returns its end.
 */
export function keepFocus(): () => void {
  let held: Held | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const later = (ms: number, act: () => void) => {
    clearTimeout(timer);
    timer = setTimeout(() => isLost() && act(), ms);
  };
  const give = (control: HTMLElement | undefined) => {
    // A finger that has pressed something else does not want the phone's keyboard.
    if (held?.byKeys || !control?.matches(FIELDS)) control?.focus({ preventScroll: !held?.byKeys });
  };
  const hold = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return;
    clearTimeout(timer);
    held = { control: target, byKeys: target.matches(":focus-visible") };
    if (held.byKeys) show(target);
  };
  const observer = new MutationObserver((records) => {
    const control = held?.control;
    if (!control) return;
    if (held?.byKeys && control === document.activeElement && isInMoved(control, records)) show(control);
    const gap = control.isConnected ? undefined : gapOf(control, records);
    if (gap) return later(OTHERS_MS, () => give(inPlaceOf(control, gap)));
    if (!records.some(({ target, type }) => type === "attributes" && target === control)) return;
    if (!isDisabled(control)) return later(0, () => give(control));
    // A browser takes its focus with the next frame only.
    later(
      DISABLED_MS,
      () => control.getAttribute("aria-busy") !== "true" && isDisabled(control) && give(beside(control)),
    );
  });
  document.addEventListener("focusin", hold);
  const watched = { childList: true, subtree: true, attributes: true, attributeFilter: ["disabled"] };
  observer.observe(document.body, watched);
  return () => {
    clearTimeout(timer);
    observer.disconnect();
    document.removeEventListener("focusin", hold);
  };
}

/** With its card or row, where the screen has room for both: a browser is content with a part of it. */
function show(control: HTMLElement): void {
  const card = control.closest("li");
  const whole = card && card.offsetHeight <= innerHeight * ROOM ? card : control;
  if (whole.offsetHeight <= innerHeight * ROOM) whole.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** Whether rows of its list have changed their places. */
function isInMoved(control: Element, records: readonly MutationRecord[]): boolean {
  const list = control.closest("li")?.parentElement;
  return records.some(({ target, removedNodes }) => target === list && removedNodes.length > 0);
}

function isLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

function isDisabled(control: Element): boolean {
  return control.matches(":disabled");
}

function gapOf(control: HTMLElement, records: readonly MutationRecord[]): Gap | undefined {
  for (const { target: parent, removedNodes, previousSibling: before, nextSibling: after } of records) {
    const gone = [...removedNodes].find((node) => node.contains(control));
    if (!(gone instanceof Element) || !(parent instanceof Element)) continue;
    // It may have been put elsewhere, or the place itself may be gone, too: then a later record says where.
    if (!parent.isConnected) continue;
    const come = records.flatMap((record) => record.target === parent ? [...record.addedNodes] : []);
    const added = come.filter((node): node is Element => node instanceof Element && node.isConnected);
    return { parent, gone, before, after, added };
  }
  return undefined;
}

/** The control that keys go on from. */
function inPlaceOf(control: HTMLElement, { parent, gone, before, after, added }: Gap): HTMLElement | undefined {
  const place = controlsIn(gone, () => true).indexOf(control);
  const same = (row: Node | null) => {
    const controls = row instanceof Element && row.isConnected ? controlsIn(row) : [];
    return controls[Math.min(Math.max(0, place), controls.length - 1)];
  };
  const [marked] = added.flatMap((one) => controlsIn(one)).filter((one) => one.matches("[data-autofocus]"));
  const [come] = added.flatMap((one) => controlsIn(one));
  return marked ?? come ?? same(after) ?? same(before) ?? around(parent);
}

/** The nearest control that can be pressed, from a part outwards; at last the screen itself. */
function around(part: Element): HTMLElement | undefined {
  for (let one: Element | null = part; one && one !== document.body; one = one.parentElement) {
    if (one.id === "content") break;
    const [control] = controlsIn(one);
    if (control) return control;
    if (one.tagName === "DIALOG") return undefined;
  }
  return document.getElementById("content") ?? undefined;
}

/** The next control behind one that cannot be pressed, else the one before it, in the same part. */
function beside(control: HTMLElement): HTMLElement | undefined {
  const part = control.closest("dialog, main, header, nav, section") ?? document.body;
  const controls = controlsIn(part, (one) => one === control || canBePressed(one));
  const place = controls.indexOf(control);
  return controls[place + 1] ?? controls[place - 1];
}

function controlsIn(part: Element, fits: (control: HTMLElement) => boolean = canBePressed): HTMLElement[] {
  const controls = [part, ...part.querySelectorAll(CONTROLS)];
  return controls.filter((one): one is HTMLElement =>
    one instanceof HTMLElement && one.matches(CONTROLS) && one.tabIndex >= 0 && fits(one)
  );
}

function canBePressed(control: HTMLElement): boolean {
  return !isDisabled(control) && !control.closest("[inert]") && control.checkVisibility?.() !== false;
}
