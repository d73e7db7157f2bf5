import { Link } from "react-router-dom";

interface PersonLinkProps {
  userId: string;
  name?: string | undefined;
  /** Where the name is gone. */
  none?: string;
}

/** The way to a person's page, by their name. */
export function PersonLink({ userId, name, none = `…${userId.slice(-8)}` }: PersonLinkProps) {
  return (
    <Link className="text-link underline underline-offset-2" to={`/people/${userId}`}>
      <bdi>{name || none}</bdi>
    </Link>
  );
}
