import { Link } from "react-router-dom";
import { Mark } from "../ui/Mark.tsx";

/** The mark and the name, leading home; `frame.css` hides one or both where there is no room. */
export function Logo() {
  return (
    <Link to="/" className="frame-logo" aria-label="Orin, home">
      <Mark />
      <span>Orin</span>
    </Link>
  );
}
