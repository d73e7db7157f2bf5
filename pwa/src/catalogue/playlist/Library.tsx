import { useQuery } from "@tanstack/react-query";
import {
  ArrowDownAZ,
  CircleArrowDown,
  ClockArrowDown,
  FileInput,
  Folder,
  FolderOpen,
  Heart,
  Pin,
  Plus,
} from "lucide-react";
import { lazy, type ReactNode, useState } from "react";
import { followedAlbumsQuery } from "../../data/catalogue.ts";
import { useHearts } from "../../data/hearts.ts";
import { PreloadLink } from "../../lib/PreloadLink.tsx";
import { useOnline } from "../../lib/connection.ts";
import { onPersonLeft } from "../../lib/person_left.ts";
import { useIsPremium } from "../../lib/premium.ts";
import { useSaved } from "../../lib/saved/app_saved.ts";
import { createStore, useStore } from "../../lib/store.ts";
import { readJson } from "../../lib/stored_json.ts";
import { Button } from "../../ui/Button.tsx";
import { Chip } from "../../ui/Chip.tsx";
import { CoverMosaic } from "../../ui/CoverMosaic.tsx";
import { Deferred } from "../../ui/Deferred.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { Menu } from "../../ui/Menu.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { classNames } from "../../ui/class_names.ts";
import { NewPlaylist } from "./NewPlaylist.tsx";
import { usePlaylists } from "./api.ts";
import {
  arranged,
  FIRST_PINS,
  type LibraryEntry,
  type LibraryItem,
  libraryItems,
  type LibraryView,
} from "./library_items.ts";

const PremiumOnly = lazy(() => import("../PremiumOnly.tsx").then((module) => ({ default: module.PremiumOnly })));
const ImportSongs = lazy(() => import("./import/ImportSongs.tsx").then((module) => ({ default: module.ImportSongs })));

/** The id of what is open beside the library. */
export const OPEN_LIST = "open-list";
/** So many rows stand above a list; the rest comes by a press. */
const FIRST_ROWS = 6;
/** From so many on, one can look for a name. */
const MANY = 10;

interface LibraryProps {
  /** The address of what is open beside it. */
  open: string;
  /** A list was made or brought in. */
  onMade(id: string): void;
}

/** The way to every list: one's own, shared, liked and saved ones, and the albums of artists whom one follows. */
export function Library({ open, onMade }: LibraryProps) {
  const { items, query } = useLibrary();
  const [shown, setShown] = useState<Omit<LibraryView, "pins">>({ kind: "all", words: "", sort: "recent" });
  const [isWhole, setWhole] = useState(false);
  const pins = usePins();
  const show = (change: Partial<typeof shown>) => setShown({ ...shown, ...change });
  const entries = arranged(items, { ...shown, pins });
  const hasMore = !isWhole && entries.length > FIRST_ROWS;
  return (
    <nav
      aria-label="Your library"
      className="@min-[50rem]:sticky @min-[50rem]:top-[calc(var(--header)+1rem)] @min-[50rem]:-mx-2 @min-[50rem]:max-h-[calc(100dvh-var(--header)-var(--frame-bottom)-2rem)] @min-[50rem]:overflow-y-auto @min-[50rem]:px-2"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-2">
        <h2 className="text-2xl">Your library</h2>
        <div className="flex items-center gap-1">
          {items.length > 3 && <Sort shown={shown} onShow={show} />}
          <Ways canMake={query.data?.canEdit} onMade={onMade} />
        </div>
      </div>
      <Filters items={items} shown={shown} onShow={show} />
      <ul
        aria-label="Your lists"
        className={classNames("mt-1", hasMore && "@max-[50rem]:[&>li:nth-child(n+7)]:hidden")}
      >
        {entries.map((entry) => <Entry key={"key" in entry ? entry.key : entry.folder} {...{ entry, open, pins }} />)}
      </ul>
      {!query.data && !query.isError && <Skeleton shape="rows" count={2} label="Loading your library..." />}
      {entries.length === 0 && <p className="px-2 py-4 text-sm text-ink-soft">Nothing of that name is here.</p>}
      {query.isError && !query.data && (
        <p className="flex flex-wrap items-center gap-3 py-2 text-sm text-ink-soft">
          Your other lists could not be loaded.
          <Button variant="quiet" size="small" busy={query.isFetching} onClick={() => void query.refetch()}>
            Load them again
          </Button>
        </p>
      )}
      {hasMore && (
        <Button
          variant="quiet"
          size="small"
          className="mt-2 @min-[50rem]:hidden!"
          onClick={() => setWhole(true)}
        >
          Show all {entries.length}
        </Button>
      )}
    </nav>
  );
}

function useLibrary() {
  const query = usePlaylists();
  const hearts = useHearts().data?.pages[0]?.trackIds;
  const albums = useQuery(followedAlbumsQuery).data?.albums ?? [];
  const saved = useSaved()?.tracks ?? [];
  const items = libraryItems({
    lists: query.data?.playlists ?? [],
    liked: hearts?.length,
    saved: { songs: saved.length, at: Math.max(0, ...saved.map(({ addedAt }) => addedAt)) },
    albums,
  });
  return { items, query };
}

interface WaysProps {
  canMake: boolean | undefined;
  onMade(id: string): void;
}

/** The one way to a new list: by its name, or out of a file of another service. */
function Ways({ canMake, onMade }: WaysProps) {
  const [opened, setOpened] = useState<"new" | "import">();
  const isOnline = useOnline();
  const close = () => setOpened(undefined);
  const show = (id: string) => {
    close();
    onMade(id);
  };
  return (
    <>
      <Menu
        label="Add a playlist"
        icon={<Plus size={22} />}
        items={[
          { label: "New playlist", icon: <Plus size={18} />, onSelect: () => setOpened("new") },
          {
            label: isOnline ? "Import from Spotify, CSV or M3U" : "Import songs when you are online",
            icon: <FileInput size={18} />,
            disabled: !isOnline,
            onSelect: () => setOpened("import"),
          },
        ]}
      />
      {opened === "new" && <Making canMake={canMake} onClose={close} onMade={show} />}
      <Deferred>
        {opened === "import" && <ImportSongs canMake={canMake ?? false} onClose={close} onShow={show} />}
      </Deferred>
    </>
  );
}

interface MakingProps extends WaysProps {
  onClose(): void;
}

/** Named lists are part of Premium: without it, that is all there is to buy. Until that is known, the service decides. */
function Making({ canMake, onClose, onMade }: MakingProps) {
  const isPremium = useIsPremium();
  if (canMake === false && !isPremium) {
    return (
      <Deferred>
        <PremiumOnly
          title="Custom playlists are part of Premium"
          text="With Premium you make as many lists as you like, put songs in order and share them. My Playlist and Liked Songs stay free."
          onClose={onClose}
        />
      </Deferred>
    );
  }
  return <NewPlaylist onClose={onClose} onMade={onMade} />;
}

interface ToolsProps {
  items: readonly LibraryItem[];
  shown: Omit<LibraryView, "pins">;
  onShow(change: Partial<Omit<LibraryView, "pins">>): void;
}

const KINDS = [["all", "All"], ["playlist", "Playlists"], ["album", "Albums"]] as const;

/** Which of it is shown. */
function Filters({ items, shown, onShow }: ToolsProps) {
  return (
    <div className="mt-1 flex flex-col gap-2 empty:hidden">
      {items.some(({ kind }) => kind === "album") && (
        <div role="group" aria-label="Show" className="flex flex-wrap gap-1.5">
          {KINDS.map(([kind, label]) => (
            <Chip
              key={kind}
              label={label}
              selected={shown.kind === kind}
              onSelect={() => onShow({ kind })}
            />
          ))}
        </div>
      )}
      {items.length >= MANY && (
        <TextField
          type="search"
          label="Find in your library"
          hideLabel
          placeholder="Find in your library"
          value={shown.words}
          onChange={(event) => onShow({ words: event.target.value })}
        />
      )}
    </div>
  );
}

/** In what order. */
function Sort({ shown, onShow }: Omit<ToolsProps, "items">) {
  const isByName = shown.sort === "name";
  return (
    <Button
      variant="quiet"
      size="small"
      icon={isByName ? <ArrowDownAZ size={16} /> : <ClockArrowDown size={16} />}
      aria-label={isByName ? "Name first. Sort by what is recent" : "Recent first. Sort by name"}
      onClick={() => onShow({ sort: isByName ? "recent" : "name" })}
      className="shrink-0"
    >
      {isByName ? "Name" : "Recent"}
    </Button>
  );
}

interface EntryProps {
  entry: LibraryEntry;
  open: string;
  pins: readonly string[];
}

function Entry({ entry, open, pins }: EntryProps) {
  if ("key" in entry) return <Row item={entry} isOpen={entry.to === open} isPinned={pins.includes(entry.key)} />;
  return <FolderRow {...{ open, pins }} folder={entry.folder} items={entry.items} />;
}

function FolderRow(
  { folder, items, open, pins }: Omit<EntryProps, "entry"> & { folder: string; items: LibraryItem[] },
) {
  const [chosen, setChosen] = useState<boolean>();
  const isOpen = chosen ?? items.some(({ to }) => to === open);
  return (
    <li>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setChosen(!isOpen)}
        className="flex min-h-15 w-full items-center gap-3 rounded-lg p-1.5 text-left hover:bg-ink/6"
      >
        <Tile>{isOpen ? <FolderOpen size={20} /> : <Folder size={20} />}</Tile>
        <Words title={folder} about={`Folder · ${items.length}`} />
      </button>
      {isOpen && (
        <ul aria-label={`Lists in ${folder}`} className="ml-4 border-l border-line pl-2">
          {items.map((item) => <Entry key={item.key} entry={item} {...{ open, pins }} />)}
        </ul>
      )}
    </li>
  );
}

function Row({ item, isOpen, isPinned }: { item: LibraryItem; isOpen: boolean; isPinned: boolean }) {
  const { key, title, about, to, picture } = item;
  return (
    <li className={classNames("flex items-center rounded-lg hover:bg-ink/6", isOpen && "bg-ink/8")}>
      <PreloadLink
        to={to}
        aria-current={isOpen ? "page" : false}
        onClick={isOpen ? goToOpenList : undefined}
        className="flex min-h-15 min-w-0 flex-1 items-center gap-3 rounded-lg p-1.5 -outline-offset-2"
      >
        {picture === "heart"
          ? (
            <Tile>
              <Heart size={20} fill="currentColor" />
            </Tile>
          )
          : picture === "device"
          ? (
            <Tile>
              <CircleArrowDown size={20} />
            </Tile>
          )
          : <CoverMosaic {...picture} size={48} className="size-[48px] rounded-md" />}
        <Words title={title} about={about} isOpen={isOpen} />
      </PreloadLink>
      <IconButton
        label={isPinned ? `Unpin ${title}` : `Pin ${title}`}
        icon={<Pin size={16} fill={isPinned ? "currentColor" : "none"} />}
        aria-pressed={isPinned}
        onClick={() => togglePin(key)}
        className={isPinned ? "text-accent!" : "text-ink-faint!"}
      />
    </li>
  );
}

/** What is open is beside the library, or below it: then it comes into sight. */
function goToOpenList(event: { preventDefault(): void }): void {
  event.preventDefault();
  document.getElementById(OPEN_LIST)?.scrollIntoView();
}

function Words({ title, about, isOpen = false }: { title: string; about: string; isOpen?: boolean }) {
  return (
    <span className="min-w-0">
      <bdi className={classNames("line-clamp-4 text-sm font-semibold wrap-anywhere", isOpen && "text-accent")}>
        {title}
      </bdi>
      <span className="block truncate text-xs text-ink-soft">{about}</span>
    </span>
  );
}

/** Takes the place of a cover. */
function Tile({ children }: { children: ReactNode }) {
  return (
    <span aria-hidden="true" className="grid size-[48px] shrink-0 place-items-center rounded-md bg-dye text-on-dye">
      {children}
    </span>
  );
}

const KEY = "orin.pins";

const pins = createStore(read());
onPersonLeft(() => pins.set(FIRST_PINS));

/** The keys of what is pinned in the library, on this device, in their order. */
function usePins(): readonly string[] {
  return useStore(pins);
}

/** Pins something behind the others, or lets it go. */
function togglePin(key: string): void {
  const now = pins.get();
  const next = now.includes(key) ? now.filter((one) => one !== key) : [...now, key];
  localStorage.setItem(KEY, JSON.stringify(next));
  pins.set(next);
}

function read(): readonly string[] {
  const stored = readJson(globalThis.localStorage, KEY);
  return Array.isArray(stored) && stored.every((one) => typeof one === "string") ? stored : FIRST_PINS;
}
