import type { CommandHandler } from "../../store/log/command.ts";
import { decideProfile } from "./state.ts";
import type { StoredPicture } from "../track/events.ts";
import { type Catalogue, loadCatalogue } from "../streams.ts";

interface SetCreatorPicture {
  readonly creatorId: string;
  /** Left out: the picture is taken away. */
  readonly picture?: StoredPicture | undefined;
}

/** Changes only the picture in an artist's profile; people who are not artists have none. */
export const setCreatorPicture: CommandHandler<SetCreatorPicture, Catalogue, { changed: boolean }> = {
  name: "setCreatorPicture",
  load: (tx, changes) => loadCatalogue(tx, [], changes.map((change) => change.creatorId)),
  decide(state, { creatorId, picture }) {
    const creator = state.creator(creatorId);
    if (!creator.state) return { appends: [], result: { changed: false } };
    const { picture: _before, ...profile } = creator.state;
    const appends = creator.add(decideProfile(creator.state, { ...profile, ...(picture && { picture }) }));
    return { appends, result: { changed: appends.length > 0 } };
  },
};
