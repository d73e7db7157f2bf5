import type { PlaylistCard } from "@contract/playlists.ts";
import { FileInput, Folder, FolderOpen, Heart, ListMusic, Plus } from "lucide-react";
import { lazy, type ReactNode, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { PlaysUsedUp } from "../PlaysUsedUp.tsx";
import { useOnline } from "../../lib/connection.ts";
import { useIsPremium } from "../../lib/premium.ts";
import { Button } from "../../ui/Button.tsx";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { Chip } from "../../ui/Chip.tsx";
import { ChipRow } from "../../ui/ChipRow.tsx";
import { CoverMosaic } from "../../ui/CoverMosaic.tsx";
import { Deferred } from "../../ui/Deferred.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { usePlaylists } from "./api.ts";
import { DefaultList } from "./DefaultList.tsx";
import { LikedSongs } from "./LikedSongs.tsx";
import { NamedList } from "./NamedList.tsx";
import { NewPlaylist } from "./NewPlaylist.tsx";
import { Plans } from "./Plans.tsx";

const PremiumOnly = lazy(() => import("../PremiumOnly.tsx").then((module) => ({ default: module.PremiumOnly })));

const ImportSongs = lazy(() => import("./import/ImportSongs.tsx").then((module) => ({ default: module.ImportSongs })));

const LIKED = "liked";

/** `/playlist`: the list everyone has. `?list=liked` shows the liked songs, `?list={id}` a named list. */
export function Playlists() {
  const [params, setParams] = useSearchParams();
  const list = params.get("list") ?? "";
  const show = (id: string) => setParams(id === "" ? {} : { list: id });
  const [opened, setOpened] = useState<"new" | "import">();
  const { data } = usePlaylists();
  const isOnline = useOnline();
  const close = () => setOpened(undefined);
  const switcher = <ListChips lists={data?.playlists ?? []} list={list} onShow={show} />;
  const isNamed = list !== "" && list !== LIKED;
  const ways = (
    <>
      <Button variant="quiet" icon={<Plus size={18} />} onClick={() => setOpened("new")}>New playlist</Button>
      <IconButton
        label={isOnline ? "Import songs" : "Import songs when you are online"}
        icon={<FileInput size={20} />}
        disabled={!isOnline}
        onClick={() => setOpened("import")}
      />
      <ButtonLink variant="quiet" to="/saved">Saved music</ButtonLink>
    </>
  );
  return (
    <>
      {!isNamed && (
        <>
          <PageHeader
            title={list === LIKED ? "Liked Songs" : "My Playlist"}
            subtitle={SUBTITLES[list]}
            seed={list || "My Playlist"}
          >
            <div className="flex flex-wrap gap-2">{ways}</div>
          </PageHeader>
          {switcher}
        </>
      )}
      {list === ""
        ? <DefaultList />
        : list === LIKED
        ? <LikedSongs />
        : <NamedList key={list} id={list} switcher={switcher} onGone={() => show("")} />}
      {isNamed && <div className="mt-8 flex flex-wrap gap-2">{ways}</div>}
      <Plans />
      {opened === "new" && <Making canMake={data?.canEdit} onClose={close} onMade={show} />}
      <Deferred>
        {opened === "import" && <ImportSongs canMake={data?.canEdit ?? false} onClose={close} onShow={show} />}
      </Deferred>
      <PlaysUsedUp />
    </>
  );
}

interface ListChipsProps {
  lists: readonly PlaylistCard[];
  list: string;
  onShow(id: string): void;
}

/** The way to each list; those in a folder stand in a row of their own while it is open. */
function ListChips({ lists, list, onShow }: ListChipsProps) {
  const own = lists.find(({ isDefault }) => isDefault);
  const named = lists.filter(({ isDefault }) => !isDefault);
  const folders = [...new Set(named.flatMap(({ folder }) => folder ?? []))].toSorted((one, two) =>
    one.localeCompare(two)
  );
  const current = named.find(({ _id }) => _id === list)?.folder;
  const [chosen, setChosen] = useState<string>();
  const folder = chosen ?? current;
  const chip = (one: PlaylistCard) => (
    <Chip
      key={one._id}
      label={one.name}
      selected={list === one._id}
      onSelect={() => onShow(one._id)}
      before={<CoverMosaic covers={one.covers} seed={one._id} size={44} className="size-11" />}
    />
  );
  return (
    <div className="mb-4 flex flex-col gap-1">
      <ChipRow label="Your lists">
        <Chip
          label="My Playlist"
          selected={list === ""}
          onSelect={() => onShow("")}
          before={<CoverMosaic covers={own?.covers ?? []} seed="My Playlist" size={44} className="size-11" />}
        />
        <Chip
          label="Liked Songs"
          selected={list === LIKED}
          onSelect={() => onShow(LIKED)}
          before={
            <Tile>
              <Heart size={18} fill="currentColor" />
            </Tile>
          }
        />
        {folders.map((name) => (
          <Chip
            key={`folder ${name}`}
            label={name}
            selected={name === folder}
            onSelect={() => setChosen(name === folder ? "" : name)}
            before={<Tile>{name === folder ? <FolderOpen size={18} /> : <Folder size={18} />}</Tile>}
          />
        ))}
        {named.filter((one) => one.folder === undefined).map(chip)}
      </ChipRow>
      {folder && (
        <ChipRow label={`Lists in ${folder}`}>{named.filter((one) => one.folder === folder).map(chip)}</ChipRow>
      )}
    </div>
  );
}

/** Stands in for a cover. */
function Tile({ children }: { children: ReactNode }) {
  return (
    <span aria-hidden="true" className="grid size-11 shrink-0 place-items-center bg-dye text-on-dye">{children}</span>
  );
}

const SUBTITLES: Readonly<Record<string, ReactNode>> = {
  "": (
    <span className="flex items-center gap-2">
      <ListMusic aria-hidden="true" size={18} />
      Songs you saved for later.
    </span>
  ),
  [LIKED]: (
    <span className="flex items-center gap-2">
      <Heart aria-hidden="true" size={18} />
      Every song you have liked.
    </span>
  ),
};

interface MakingProps {
  canMake: boolean | undefined;
  onClose(): void;
  onMade(id: string): void;
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
  const made = (id: string) => {
    onClose();
    onMade(id);
  };
  return <NewPlaylist onClose={onClose} onMade={made} />;
}
