/**
 * `GET /api/v1/settings`: whether mails may be sent that nobody needs (reminders, news of artists), and whether artists
 * see the person's first name and picture when they play and follow. Both were never asked for: mails come, names do not.
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
