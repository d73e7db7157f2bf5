import type { PushPayload } from "@contract/notifications.ts";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { clearPushOwner, setPushOwner } from "../lib/push_owner.ts";

const PUSH: PushPayload = {
  ...{ id: "e1", tag: "t1", title: "New from Tega", body: "“Carry Me Go”", path: "/track/1?x=1#y", at: 1, to: "ada" },
};
const shown: { title: string; data: unknown; tag: string }[] = [];
let pages: {
  focus(): unknown;
  navigate: ReturnType<typeof vi.fn>;
  postMessage(word: unknown, ports?: MessagePort[]): void;
}[];
const opened: string[] = [];
const unsubscribe = vi.fn();

beforeEach(() => {
  const stored = new Map<string, Map<string, Response>>();
  const open = (name: string) => {
    const cache = stored.get(name) ?? new Map<string, Response>();
    stored.set(name, cache);
    return Promise.resolve({
      match: (key: string) => Promise.resolve(cache.get(key)?.clone()),
      put: (key: string, answer: Response) => Promise.resolve(void cache.set(key, answer)),
    });
  };
  vi.stubGlobal("caches", { open, delete: (name: string) => Promise.resolve(stored.delete(name)) });
  shown.length = 0;
  opened.length = 0;
  pages = [];
  unsubscribe.mockClear();
  vi.stubGlobal("self", {
    location: { origin: "https://orin.example" },
    registration: {
      showNotification: (title: string, { data, tag }: { data: unknown; tag: string }) =>
        Promise.resolve(void shown.push({ title, data, tag })),
      pushManager: { getSubscription: () => Promise.resolve({ unsubscribe }) },
    },
    clients: {
      matchAll: () => Promise.resolve(pages),
      openWindow: (path: string) => Promise.resolve(opened.push(path)),
    },
  });
});
afterEach(() => vi.unstubAllGlobals());

const worker = () => import("./push.ts");
const notice = (data: unknown) => ({ data, close: vi.fn() }) as unknown as Notification;

it("a push shows once, to whom it is for, and says so to open pages", async () => {
  const { showPush } = await worker();
  const words: unknown[] = [];
  pages = [{ focus: vi.fn(), navigate: vi.fn(), postMessage: (word) => words.push(word) }];
  await setPushOwner("ada");
  await Promise.all([showPush(JSON.stringify(PUSH)), showPush(JSON.stringify(PUSH))]);
  await showPush(JSON.stringify(PUSH));
  expect(shown).toEqual([{ title: PUSH.title, tag: "t1", data: { path: PUSH.path } }]);
  expect(words).toEqual([{ type: "NOTIFIED" }]);
});

it("a push of somebody else, or after a log-out, shows nothing and ends the subscription", async () => {
  const { showPush } = await worker();
  await setPushOwner("bola");
  await showPush(JSON.stringify(PUSH));
  await clearPushOwner();
  await showPush(JSON.stringify(PUSH));
  expect(shown).toEqual([]);
  expect(unsubscribe).toHaveBeenCalledTimes(2);
});

it.each([undefined, "", "{", "null", "[]", JSON.stringify({ ...PUSH, title: 7 })])("%s is no push", async (text) => {
  const { showPush } = await worker();
  await setPushOwner("ada");
  await showPush(text);
  expect(shown).toEqual([]);
});

it.each([
  [{ path: "/track/1?x=1#y" }, "/track/1?x=1#y"],
  [{ path: "//evil.example/x" }, "/"],
  [{ path: "/\\evil.example" }, "/"],
  [{ path: "https://evil.example" }, "/"],
  [{ path: "javascript:alert(1)" }, "/"],
  [{ path: 7 }, "/"],
  [null, "/"],
])("a press on %o opens %s", async (data, path) => {
  const { openNotice } = await worker();
  await openNotice(notice(data));
  expect(opened).toEqual([path]);
});

it("a press goes to the page that is open, which is loaded anew only if it does not answer", async () => {
  const { openNotice } = await worker();
  const navigate = vi.fn(() => Promise.resolve());
  const answering = (isThere: boolean) => {
    const page = {
      navigate,
      focus: () => Promise.resolve(page),
      postMessage: (word: unknown, ports: MessagePort[] = []) => {
        expect(word).toEqual({ type: "OPEN", path: "/gifts" });
        if (isThere) ports[0]?.postMessage("opened");
      },
    };
    return page;
  };
  pages = [answering(true)];
  await openNotice(notice({ path: "/gifts" }));
  expect(navigate).not.toHaveBeenCalled();
  pages = [answering(false)];
  await openNotice(notice({ path: "/gifts" }));
  expect(navigate).toHaveBeenCalledWith("/gifts");
  expect(opened).toEqual([]);
});
