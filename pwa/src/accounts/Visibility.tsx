import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { settingsQuery } from "../data/account.ts";
import { failureText } from "../lib/api_error.ts";
import { Banner } from "../ui/Banner.tsx";
import { Card } from "../ui/Card.tsx";
import { Checkbox } from "../ui/Checkbox.tsx";
import { useSaveSettings } from "./settings_api.ts";

/** Whether artists see who plays and follows them. A tick shows at once, and goes again where it could not be saved. */
export function Visibility() {
  const { data, error } = useQuery(settingsQuery);
  const save = useSaveSettings();
  const shown = save.isPending ? { ...data, ...save.variables } : data;
  const failure = save.isError
    ? failureText(save.error, "Failed to save your settings")
    : !data && error && failureText(error, "Failed to load your settings");
  return (
    <Card>
      <h2 className="mb-2 text-xl">Privacy</h2>
      <Checkbox
        label="Show my name to artists"
        hint="On: artists see your first name and picture when you play or follow them. Off: they see “A listener”."
        checked={shown?.isNamed ?? false}
        disabled={!data}
        onChange={({ target }) => save.mutate({ isNamed: target.checked })}
      />
      {failure && <Banner tone="error" className="mt-3">{failure}</Banner>}
      <Link
        to="/privacy-policy"
        className="mt-2 inline-flex min-h-11 items-center text-sm font-semibold text-accent underline-offset-4 hover:underline"
      >
        Who sees what about you
      </Link>
    </Card>
  );
}
