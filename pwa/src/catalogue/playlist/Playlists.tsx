import { Heart, ListMusic, Plus } from "lucide-react";
import { lazy, type ReactNode, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { PlaysUsedUp } from "../PlaysUsedUp.tsx";
import { useIsPremium } from "../../lib/premium.ts";
import { Button } from "../../ui/Button.tsx";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { Chip } from "../../ui/Chip.tsx";
import { ChipRow } from "../../ui/ChipRow.tsx";
import { Deferred } from "../../ui/Deferred.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { usePlaylists } from "./api.ts";
import { DefaultList } from "./DefaultList.tsx";
import { LikedSongs } from "./LikedSongs.tsx";
import { NamedList } from "./NamedList.tsx";
import { NewPlaylist } from "./NewPlaylist.tsx";
import { Plans } from "./Plans.tsx";

const PremiumOnly = lazy(() => import("../PremiumOnly.tsx").then((module) => ({ default: module.PremiumOnly })));

const LIKED = "liked";

/** `/playlist`: the list everyone has. `?list=liked` shows the liked songs, `?list={id}` a named list. */
export function Playlists() {
  const [params, setParams] = useSearchParams();
  const list = params.get("list") ?? "";
  const show = (id: string) => setParams(id === "" ? {} : { list: id });
  const [isMaking, setMaking] = useState(false);
  const { data } = usePlaylists();
  const named = data?.playlists.filter(({ isDefault }) => !isDefault) ?? [];
  const name = list === LIKED ? "Liked Songs" : named.find(({ _id }) => _id === list)?.name ?? "Playlist";
  return (
    <>
      <PageHeader title={list === "" ? "My Playlist" : name} subtitle={SUBTITLES[list]} seed={list || "My Playlist"}>
        <Button variant="quiet" icon={<Plus size={18} />} onClick={() => setMaking(true)}>New playlist</Button>
        <ButtonLink variant="quiet" to="/saved">Saved music</ButtonLink>
      </PageHeader>
      <div className="mb-6">
        <ChipRow label="Your lists">
          <Chip label="My Playlist" selected={list === ""} onSelect={() => show("")} />
          <Chip label="Liked Songs" selected={list === LIKED} onSelect={() => show(LIKED)} />
          {named.map(({ _id, name }) => (
            <Chip
              key={_id}
              label={name}
              selected={list === _id}
              onSelect={() => show(_id)}
            />
          ))}
        </ChipRow>
      </div>
      {listOf(list, () => show(""))}
      <Plans />
      {isMaking && <Making canMake={data?.canEdit} onClose={() => setMaking(false)} onMade={show} />}
      <PlaysUsedUp />
    </>
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

function listOf(list: string, onGone: () => void): ReactNode {
  if (list === "") return <DefaultList />;
  return list === LIKED ? <LikedSongs /> : <NamedList key={list} id={list} onGone={onGone} />;
}

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
