import { Link } from "react-router-dom";
import { markShapes } from "../ui/mark.ts";

const MARK = markShapes({ ring: "currentColor", seed: "var(--marigold)" });

/** The mark and the name, leading home; `frame.css` hides one or both where there is no room. */
export function Logo() {
  return (
    <Link to="/" className="frame-logo" aria-label="Orin, home">
      <svg viewBox="-53 -53 106 106" aria-hidden="true" dangerouslySetInnerHTML={{ __html: MARK }} />
      <span>Orin</span>
    </Link>
  );
}
