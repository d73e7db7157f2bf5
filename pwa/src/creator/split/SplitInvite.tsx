import { formatBasisPoints, type SplitInvitation } from "@contract/splits.ts";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router-dom";
import { splitInvitationQuery } from "../../data/splits.ts";
import { ApiError, failureText } from "../../lib/api_error.ts";
import { loginPath, signUpPath, useSession } from "../../lib/session.ts";
import { useTitle } from "../../lib/use_title.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { Cover } from "../../ui/Cover.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { LIST_COVER, ListHead } from "../../ui/ListHead.tsx";
import { LoadState } from "../../ui/LoadState.tsx";
import { useAnswerSplit } from "./api.ts";

/** `/split/:token`: what an artist asks a person to agree to, and the two buttons that answer. */
export function SplitInvite() {
  const { token = "" } = useParams();
  const userId = useSession()?.userId ?? "";
  const query = useQuery(splitInvitationQuery(token, userId));
  const { data, error } = query;
  useTitle(data?.title);
  if (data) return <Invited token={token} invitation={data} />;
  if (error instanceof ApiError && error.status >= 400 && error.status < 500) {
    return (
      <EmptyState
        heading="h1"
        title="This invitation is no longer open"
        text="It was answered, withdrawn, or replaced by a newer one. Ask the artist if you expected it."
        action={<ButtonLink to="/">Go to Discover</ButtonLink>}
      />
    );
  }
  return <LoadState query={query} label="Loading the invitation..." failure="Failed to load the invitation" />;
}

function Invited({ token, invitation }: { token: string; invitation: SplitInvitation }) {
  const { trackId, title, coverImageUrl, ownerName, basisPoints, wasBasisPoints } = invitation;
  return (
    <div className="max-w-3xl">
      <ListHead
        kind={wasBasisPoints > 0 ? "A change of your share" : "A share for you"}
        title={title}
        seed={trackId}
        cover={
          <Cover src={coverImageUrl} seed={trackId} size="(min-width: 40rem) 13rem, 7rem" className={LIST_COVER} />
        }
        buttons={<Buttons token={token} invitation={invitation} />}
      >
        <p>
          <bdi>{ownerName}</bdi>
        </p>
        <p className="text-2xl font-extrabold text-ink tabular-nums">
          {wasBasisPoints > 0 && <span className="text-ink-soft">{formatBasisPoints(wasBasisPoints)} →</span>}
          {formatBasisPoints(basisPoints)}
        </p>
      </ListHead>
      <p className="mt-4 max-w-prose text-sm text-ink-soft">
        {basisPoints === 0
          ? "If you accept, your share ends now. What you have got stays yours."
          : wasBasisPoints > 0
          ? "If you accept, your share gets smaller from now on. What you have got stays yours."
          : "If you accept, this part of every gift for the song goes to your wallet from then on, and so do royalties. You can give it up whenever you like."}
        {" Nothing changes without your answer."}
      </p>
    </div>
  );
}

function Buttons({ token, invitation }: { token: string; invitation: SplitInvitation }) {
  const answer = useAnswerSplit(token);
  const { whose, status } = answer.data ?? invitation;
  if (status !== "waiting") {
    return (
      <Banner
        tone={status === "accepted" ? "success" : "info"}
        action={<ButtonLink size="small" to="/cs-shares">My shares</ButtonLink>}
      >
        {status === "accepted" ? "You accepted." : "You declined."}
      </Banner>
    );
  }
  if (whose === "login") {
    return (
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={loginPath()}>Log in to answer</ButtonLink>
        <ButtonLink variant="quiet" to={signUpPath()}>Sign up</ButtonLink>
      </div>
    );
  }
  if (whose === "other") {
    return <Banner tone="info">This invitation is for another account. Log in with the one that was invited.</Banner>;
  }
  if (whose === "creators_only") {
    return <Banner tone="info">You need a creator account to have a share of a song.</Banner>;
  }
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-3 max-sm:*:flex-1">
        <Button busy={answer.isPending} busyLabel="Saving..." onClick={() => answer.mutate("accepted")}>Accept</Button>
        <Button variant="quiet" disabled={answer.isPending} onClick={() => answer.mutate("declined")}>Decline</Button>
      </div>
      {answer.isError && <Banner tone="error">{failureText(answer.error, "Failed to save your answer")}</Banner>}
    </div>
  );
}
