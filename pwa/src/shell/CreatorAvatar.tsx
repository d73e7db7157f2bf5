import { useCreatorPicture } from "../data/creator.ts";
import { Avatar } from "../ui/Avatar.tsx";

/** The picture of the creator's page, which is asked for again while it is looked at. Listeners never load it. */
export function CreatorAvatar({ otherwise }: { otherwise: string | undefined }) {
  return <Avatar src={useCreatorPicture() ?? otherwise} size={36} />;
}
