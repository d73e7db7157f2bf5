import { expect, it } from "vitest";
import { ADMIN_SCREENS } from "../../rare_routes.tsx";
import { screenAt } from "./nav_items.ts";

it.each(ADMIN_SCREENS.map(({ path }) => path))(
  "%s asks for a role: a screen without its row opens to every admin",
  (path) => {
    const found = screenAt(path.replace(":id", "some-id"), ADMIN_SCREENS);
    expect([found?.path, found?.needs]).toEqual([path, expect.stringMatching(/^GET |^POST /)]);
  },
);
