import {
  changeEmail,
  changePassword,
  changeProfile,
  changeSettings,
  confirmEmail,
  confirmPhone,
  deletePicture,
  endSession,
  logOut as logOutCall,
  sendPhoneCode,
  uploadPicture,
} from "@contract/calls/accounts.ts";
import { ask } from "../lib/ask.ts";
import type { Profile } from "@contract/accounts.ts";
import type { SettingsChange } from "@contract/requests/settings.ts";
import type { PictureAnswer } from "@contract/settings.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { profileQuery, sessionsQuery, settingsQuery } from "../data/account.ts";
import { CREATOR_PROFILE_KEY } from "../data/creator_picture.ts";

export type ProfileFields = Pick<Profile, "firstName" | "lastName" | "phone" | "address">;

const LOG_OUT_TIMEOUT_MS = 5_000;
const UPLOAD_TIMEOUT_MS = 120_000;

/** Saves name, phone and address; the profile on this device follows. */
export function useUpdateProfile() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (fields: ProfileFields) => ask(changeProfile, { body: fields }),
    onSuccess: ({ message: _message, ...saved }) => client.setQueryData(profileQuery.queryKey, saved),
  });
}

/** Sets the profile picture; the header shows it immediately. */
export function useUploadPicture() {
  const keep = useKeepPicture();
  return useMutation({
    mutationFn: (file: File) => {
      const body = new FormData();
      body.set("profilePicture", file);
      return ask(uploadPicture, { body, timeoutMs: UPLOAD_TIMEOUT_MS });
    },
    onSuccess: keep,
  });
}

/** Takes the profile picture away. */
export function useDeletePicture() {
  const keep = useKeepPicture();
  return useMutation({
    mutationFn: () => ask(deletePicture),
    onSuccess: keep,
  });
}

function useKeepPicture() {
  const client = useQueryClient();
  return ({ profilePicture }: PictureAnswer) => {
    client.setQueryData(profileQuery.queryKey, (known) => known && { ...known, profilePicture });
    // Of a creator, other parts of the page show it, too: this is the documented event that tells them.
    dispatchEvent(new Event("refresh-profile"));
    return client.invalidateQueries({ queryKey: CREATOR_PROFILE_KEY });
  };
}

/** Changes what is given of the settings. */
export function useSaveSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: SettingsChange) => ask(changeSettings, { body }),
    onSuccess: (saved) => client.setQueryData(settingsQuery.queryKey, saved),
  });
}

/** Ends every other session of the user, so their list is asked for again. */
export function useChangePassword() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { currentPassword: string; newPassword: string }) => ask(changePassword, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}

/** Asks for a code at a new address. */
export function useRequestEmail() {
  return useMutation({
    mutationFn: (body: { email: string; currentPassword: string }) => ask(changeEmail, { body }),
  });
}

/** Takes the new address with its code; every screen shows it from then on. */
export function useConfirmEmail() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (otp: string) => ask(confirmEmail, { body: { otp } }),
    onSuccess: () =>
      Promise.all(
        [profileQuery.queryKey, CREATOR_PROFILE_KEY].map((queryKey) => client.invalidateQueries({ queryKey })),
      ),
  });
}

/** Asks for a code by text. */
export function useRequestPhone() {
  return useMutation({
    mutationFn: (phone: string) => ask(sendPhoneCode, { body: { phone } }),
  });
}

/** Proves the number with its code; the profile and the level follow. */
export function useConfirmPhone() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { phone: string; otp: string }) => ask(confirmPhone, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: profileQuery.queryKey }),
  });
}

/** Logs another device out. */
export function useEndSession() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => ask(endSession, { id }),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}

/** Tells the service that this session is over. Offline the person logs out all the same, and the session expires there. */
export async function logOut(): Promise<void> {
  await ask(logOutCall, { timeoutMs: LOG_OUT_TIMEOUT_MS }).catch(() => undefined);
}
