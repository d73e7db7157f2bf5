import { NavLink, type NavLinkProps } from "react-router-dom";
import { preloadPath } from "./preload.ts";

/** A link of the navigation: fetches its screen's code when a finger or the focus is on it. */
export function PreloadLink(props: NavLinkProps & { to: string }) {
  const preload = () => preloadPath(props.to);
  return <NavLink {...props} onPointerDown={preload} onPointerEnter={preload} onFocus={preload} />;
}
