import { Button } from "../ui/Button.tsx";
import { ButtonLink } from "../ui/ButtonLink.tsx";
import { Dialog } from "../ui/Dialog.tsx";

interface PremiumOnlyProps {
  title: string;
  text: string;
  onClose(): void;
}

/** Says what Premium alone can do, and leads to it. Nothing is paid for here. */
export function PremiumOnly({ title, text, onClose }: PremiumOnlyProps) {
  const actions = (
    <>
      <Button variant="quiet" onClick={onClose}>Not now</Button>
      <ButtonLink to="/subscriptions">See Premium</ButtonLink>
    </>
  );
  return <Dialog open title={title} description={text} onClose={onClose} actions={actions} />;
}
