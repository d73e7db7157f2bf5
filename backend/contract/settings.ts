/**
 * `GET /api/v1/settings`: whether Orin may send optional mails (reminders, news of artists), and whether artists see
 * the person's first name and picture when they play and follow. By default mails come, and names are hidden.
 */
export interface Settings {
  notifications: boolean;
  isNamed: boolean;
}

/** `POST /api/auth/upload-dp` (a form with the file `profilePicture`) and `DELETE /api/auth/delete-dp`. */
export interface PictureAnswer {
  success: boolean;
  message: string;
  profilePicture: { url: string; placeholder: string };
}
