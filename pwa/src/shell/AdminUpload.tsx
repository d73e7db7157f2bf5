import { requestOf } from "../lib/request_of.ts";
import { uploadTrackForArtist } from "@contract/calls/catalogue.ts";
import { AUDIO_NAMES } from "@contract/file_formats.ts";
import { MAX_AUDIO_MB } from "@contract/uploads.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router-dom";
import { getAdminSession, reportRefusedAdmin } from "../admin/shell/session.ts";
import type { UploadTarget } from "../creator/upload_target.ts";
import { UploadForm } from "../creator/UploadForm.tsx";
import { useUpload } from "../creator/use_upload.ts";
import { Banner } from "../ui/Banner.tsx";
import { ScreenHead } from "../admin/parts/ScreenHead.tsx";

const DONE_MS = 2_000;
const ADMIN_UPLOADS: UploadTarget = {
  path: requestOf(uploadTrackForArtist)[0],
  caller() {
    const session = getAdminSession();
    return session ? { refused: () => reportRefusedAdmin(session.userId) } : undefined;
  },
};

/** `/upload-song`, put together from the artists' upload and the back office's session. */
export function AdminUpload() {
  const [count, setCount] = useState(0);
  const [isDone, setDone] = useState(false);
  const navigate = useNavigate();
  const client = useQueryClient();
  useEffect(() => {
    if (count === 0) return;
    setDone(true);
    void client.invalidateQueries({ queryKey: ["admin"] });
    const timer = setTimeout(() => {
      setDone(false);
      navigate("/upload-song");
    }, DONE_MS);
    return () => clearTimeout(timer);
  }, [count, navigate, client]);
  return (
    <>
      <ScreenHead
        title="Upload Song"
        subtitle={`If the artist has an account, the song goes to it. ${AUDIO_NAMES}, up to ${MAX_AUDIO_MB} MB.`}
      />
      <Form key={count} onDone={() => setCount(count + 1)} />
      {/* Below the button that was pressed: on a phone the top of the screen is out of sight. */}
      {isDone && <Banner tone="success" className="mt-6 max-w-3xl">{SUCCESS}</Banner>}
    </>
  );
}

const SUCCESS = "Track uploaded successfully!";

/** Each success starts a new, empty form. */
function Form({ onDone }: { onDone(): void }) {
  const upload = useUpload(ADMIN_UPLOADS);
  const isDone = upload.state.stage === "success";
  useEffect(() => {
    if (isDone) onDone();
  }, [isDone]);
  return <UploadForm upload={upload} success={SUCCESS} titleLabel="Track Title" artistLabel="Artist Name" />;
}
