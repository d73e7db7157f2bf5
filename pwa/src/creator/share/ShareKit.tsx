import { changeArtistLink } from "@contract/calls/artists.ts";
import { askAsArtist } from "../../lib/acting.ts";
import { type ArtistLink, LINK_DAYS, LINK_PATH, SOURCE } from "@contract/artist_link.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import { renderSVG } from "uqr";
import { artistLinkQuery } from "../../data/creator.ts";
import { failureText } from "../../lib/api_error.ts";
import { formatFullCount } from "../../lib/format.ts";
import { copyText } from "../../lib/share.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { Card } from "../../ui/Card.tsx";
import { FigureTable } from "../../ui/FigureTable.tsx";
import { Form } from "../../ui/Form.tsx";
import { LoadState } from "../../ui/LoadState.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { toast } from "../../ui/toast.ts";
import { Figure, Figures } from "../Figures.tsx";

/** `/cs-share`: one's link page with its short address and QR code, and how often it was used. */
export function ShareKit() {
  const query = useQuery(artistLinkQuery);
  return (
    <>
      <PageHeader
        title="Share kit"
        subtitle="One light page with all your songs, for your bio, your posters and your messages."
      />
      {query.data
        ? <Content link={query.data} />
        : <LoadState query={query} shape="figures" label="Loading your page..." failure="Failed to load your page" />}
    </>
  );
}

function Content({ link }: { link: ArtistLink }) {
  return (
    <div className="flex max-w-4xl flex-col gap-6">
      {link.url && <Page url={link.url} />}
      <Address link={link} />
      {link.url && <Counts link={link} />}
    </div>
  );
}

function Page({ url }: { url: string }) {
  const [source, setSource] = useState("");
  const word = source.trim().toLowerCase();
  const isGood = word === "" || SOURCE.test(word);
  const from = isGood && word !== "" ? `?from=${word}` : "";
  const [pageUrl, followUrl] = [`${url}${from}`, `${url}/follow${from}`];
  const copy = async (text: string) => {
    const isCopied = await copyText(text);
    void toast(isCopied ? "Link copied!" : "Your browser blocked copying", isCopied ? "success" : "error");
  };
  return (
    <Card className="grid gap-6 sm:grid-cols-[minmax(0,1fr)_13rem]">
      <div className="flex flex-col gap-4">
        <h2 className="text-xl">Your page</h2>
        <p className="font-semibold wrap-anywhere">{pageUrl.replace(/^https?:\/\//, "")}</p>
        <div className="flex flex-wrap gap-3">
          <Button onClick={() => void copy(pageUrl)}>Copy link</Button>
          <Button variant="quiet" onClick={() => void copy(followUrl)}>Copy follow link</Button>
          <a href={url} target="_blank" rel="noopener" className="inline-flex min-h-11 items-center text-sm underline">
            Open it
          </a>
        </div>
        <TextField
          label="Where will you put it?"
          hint="Optional, such as “poster” or “ig”: then you see what each place brings."
          value={source}
          maxLength={24}
          autoComplete="off"
          autoCapitalize="none"
          error={!isGood && "Plain letters, digits and hyphens"}
          onChange={(event) => setSource(event.target.value)}
        />
      </div>
      <Qr url={pageUrl} name={from === "" ? "orin" : `orin-${word}`} />
    </Card>
  );
}

/** Dark on light in every theme: cameras read the other way round badly. */
function Qr({ url, name }: { url: string; name: string }) {
  const svg = renderSVG(url, { border: 3, ecc: "M" });
  const address = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  return (
    <div className="flex flex-col items-center gap-3">
      <img src={address} alt="QR code of your page" className="w-full max-w-52 rounded-lg bg-white" />
      <a
        href={address}
        download={`${name}-qr.svg`}
        className="inline-flex min-h-11 items-center gap-2 text-sm font-semibold underline"
      >
        <Download aria-hidden="true" size={18} />
        Save for printing
      </a>
    </div>
  );
}

function Address({ link }: { link: ArtistLink }) {
  const client = useQueryClient();
  const [handle, setHandle] = useState(link.handle ?? "");
  const save = useMutation({
    mutationFn: (body: { handle: string }) => askAsArtist(changeArtistLink, { body }),
    onSuccess: (saved) => {
      client.setQueryData(artistLinkQuery.queryKey, saved);
      void toast("Your page has its address", "success");
    },
  });
  const wanted = handle.trim().toLowerCase();
  const submit = () => {
    if (wanted !== "") save.mutate({ handle: wanted });
  };
  const older = link.handles.filter((one) => one !== link.handle);
  return (
    <Card>
      <Form onSubmit={submit} className="gap-4">
        <h2 className="text-xl">{link.handle === null ? "Choose your address" : "Address"}</h2>
        <TextField
          label="Address"
          hint={`${location.host}${LINK_PATH}${wanted || "your-name"}`}
          value={handle}
          maxLength={30}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => setHandle(event.target.value)}
        />
        {older.length > 0 && (
          <p className="text-sm text-ink-soft">
            Earlier addresses still lead to your page: {older.join(", ")}
          </p>
        )}
        {save.isError && <Banner tone="error">{failureText(save.error, "Failed to save the address")}</Banner>}
        <Button
          type="submit"
          className="w-fit max-sm:w-full"
          disabled={wanted === "" || wanted === link.handle}
          busy={save.isPending}
          busyLabel="Saving..."
        >
          Save
        </Button>
      </Form>
    </Card>
  );
}

function Counts({ link: { opened, follows, sources } }: { link: ArtistLink }) {
  return (
    <section aria-labelledby="counts" className="flex flex-col gap-4">
      <h2 id="counts" className="text-xl">Last {LINK_DAYS} days</h2>
      <Figures>
        <Figure name="Opened">{formatFullCount(opened)}</Figure>
        <Figure name="Pressed Follow">{formatFullCount(follows)}</Figure>
      </Figures>
      {sources.length > 0 && (
        <Card>
          <FigureTable
            label="By source"
            heads={["From", "Opened", "Follow"]}
            rows={sources.map(({ source, ...times }) => ({
              key: source,
              name: source || "No source",
              cells: [times.opened, times.follows].map(formatFullCount),
            }))}
          />
        </Card>
      )}
      <p className="text-sm text-ink-soft">We count the links and nothing about the people who use them.</p>
      <ButtonLink variant="quiet" className="w-fit" to="/cs-music-list">Share single songs</ButtonLink>
    </section>
  );
}
