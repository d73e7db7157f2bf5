import { expect, it } from "vitest";
import { ADMIN_SCREENS } from "../../rare_routes.tsx";
import { placeAt } from "./nav_items.ts";

it.each(ADMIN_SCREENS.map(({ path }) => path))(
  "%s asks for a role: a screen without its row opens to every admin",
  (path) => {
    expect(placeAt(path.replace(":id", "some-id"))?.screen.needs).toBeTruthy();
  },
);
