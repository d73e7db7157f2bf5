import type { CreatorProfile } from "@contract/catalogue.ts";
import { useQuery } from "@tanstack/react-query";
import { useParams, useSearchParams } from "react-router-dom";
import { artistQuery } from "../data/catalogue.ts";
import { useSession } from "../lib/session.ts";
import { useTitle } from "../lib/use_title.ts";
import { ArtistFailure } from "../ui/ArtistFailure.tsx";
import { BackLink } from "../ui/BackLink.tsx";
import { ButtonLink } from "../ui/ButtonLink.tsx";
import { Cover } from "../ui/Cover.tsx";
import { PageHeader } from "../ui/PageHeader.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { failureText, isTemporary } from "../lib/api_error.ts";
import { usePaymentReturn } from "../lib/use_payment_return.ts";
import { Banner } from "../ui/Banner.tsx";
import { Button } from "../ui/Button.tsx";
import { Spinner } from "../ui/Spinner.tsx";
import { GiftForm } from "./GiftForm.tsx";
import { useVerifyGift } from "./api.ts";

/** `/gift/:artistId`, for a track with `?track=`; the payment provider sends people back here with `?reference=`. */
export function SendGift() {
  const { artistId = "" } = useParams();
  const recipient = useQuery(artistQuery(artistId));
  useTitle(recipient.data && `A gift for ${recipient.data.name}`);
  if (recipient.data) return <Giving artist={recipient.data} />;
  if (!recipient.isError) return <Skeleton shape="rows" count={4} label="Loading artist profile..." />;
  return (
    <ArtistFailure
      error={recipient.error}
      isFetching={recipient.isFetching}
      onRetry={() => void recipient.refetch()}
    />
  );
}

function Giving({ artist }: { artist: CreatorProfile }) {
  const [params] = useSearchParams();
  const trackId = params.get("track") ?? undefined;
  const track = artist.tracks.find(({ _id }) => _id === trackId);
  const isOwn = useSession()?.userId === artist._id;
  const title = `A gift for ${artist.name}`;
  const subtitle = trackId === undefined
    ? "Every naira goes to the artist. Orin pays the fees."
    : `For ${track?.title ?? "a song"}. Every naira goes to the artist.`;
  return (
    <>
      <PageHeader
        title={title}
        subtitle={subtitle}
        seed={artist._id}
        before={<BackLink to={`/artists/${artist._id}`}>{artist.name}</BackLink>}
      >
        <ButtonLink variant="quiet" to="/gifts">Your gifts</ButtonLink>
      </PageHeader>
      <div className="mx-auto flex max-w-xl flex-col gap-6 lg:mx-0">
        <div className="flex items-center gap-4">
          <Cover
            src={track?.coverImageUrl ?? artist.profilePicture.url}
            seed={track?._id ?? artist._id}
            size={64}
            placeholder={track?.placeholder ?? artist.placeholder}
            className={`shrink-0 ${track ? "rounded-md" : "rounded-full"}`}
          />
          <p className="min-w-0">
            <strong className="block truncate">{track?.title ?? artist.name}</strong>
            <span className="text-sm text-ink-soft">{track ? artist.name : "The artist"}</span>
          </p>
        </div>
        <GiftReturn artistId={artist._id} />
        {isOwn
          ? <p className="text-ink-soft">This is your own page. You cannot send yourself a gift.</p>
          : <GiftForm to={{ artistId: artist._id, trackId }} artist={artist.name} />}
      </div>
    </>
  );
}

/** The result of the payment a giver returns from; nothing on an ordinary visit. */
function GiftReturn({ artistId }: { artistId: string }) {
  const payment = usePaymentReturn(useVerifyGift());
  if (payment.isPending) {
    return (
      <p role="status" className="flex items-center gap-3 rounded-lg bg-info-soft px-4 py-3 text-sm">
        <Spinner />
        Checking your payment...
      </p>
    );
  }
  if (payment.isSuccess) {
    return (
      <Banner
        tone="success"
        action={<ButtonLink variant="quiet" size="small" to={`/artists/${artistId}`}>Back to the artist</ButtonLink>}
      >
        Your gift was sent. If the artist thanks you, you will see it in your gifts.
      </Banner>
    );
  }
  if (!payment.isError) return null;
  return (
    <Banner
      tone="error"
      action={<Button variant="quiet" size="small" onClick={payment.verify}>Try Again</Button>}
    >
      {failureText(payment.error, "Failed to verify payment")}
      {isTemporary(payment.error) && " If you have paid, your gift will arrive soon. Please do not pay again."}
    </Banner>
  );
}
