import { useQuery } from "@tanstack/react-query";
import { settingsQuery } from "../data/account.ts";
import { failureText } from "../lib/api_error.ts";
import { Banner } from "../ui/Banner.tsx";
import { Card } from "../ui/Card.tsx";
import { Checkbox } from "../ui/Checkbox.tsx";
import { useSaveSettings } from "./settings_api.ts";

/** Whether mails come that nobody needs. A tick shows at once, and goes again where it could not be saved. */
export function Notifications() {
  const { data, error } = useQuery(settingsQuery);
  const save = useSaveSettings();
  const shown = save.isPending ? { ...data, ...save.variables } : data;
  const failure = save.isError
    ? failureText(save.error, "Failed to save your settings")
    : !data && error && failureText(error, "Failed to load your settings");
  return (
    <Card>
      <h2 className="mb-2 text-xl">Notifications</h2>
      <Checkbox
        label="Email me reminders and news about gifts"
        hint="We always send codes, receipts and important news about your account."
        checked={shown?.notifications ?? true}
        disabled={!data}
        onChange={({ target }) => save.mutate({ notifications: target.checked })}
      />
      {failure && <Banner tone="error" className="mt-3">{failure}</Banner>}
    </Card>
  );
}
