export const ROLES = ["listener", "creator"] as const;
export type Role = typeof ROLES[number];

/** `signUpProof` is for this browser alone: with the mailed code it opens a session, once and within the hour. */
export interface SignupAnswer {
  message: string;
  userId: string;
  signUpProof: string | undefined;
}

/** `reportToken` sends play reports only; it lives 30 days and outlives the session. */
export interface LoginAnswer {
  token: string;
  role: Role;
  userId: string;
  reportToken: string;
  expiresAt: string;
  /** Another person gave the password: this session can only change it. */
  needsOwnPassword?: true;
}
/** `session` is there for the browser that signed up, as a log-in answers it. */
export interface VerifyOtpAnswer {
  message: string;
  session: LoginAnswer | undefined;
}
export interface MessageAnswer {
  message: string;
}

/** `GET /api/auth/profile`. */
export interface Profile {
  _id: string;
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  address: string;
  role: Role;
  isAdmin: boolean;
  isSubscribed: boolean;
  profilePicture?: { url: string } | undefined;
  createdAt: string;
}

/** The documented checklist "Password must have:" of a reset. Sign-up and change ask for the first of them alone. */
export const PASSWORD_RULES: readonly { id: string; label: string; holds(password: string): boolean }[] = [
  { id: "length", label: "At least 8 characters", holds: (password) => password.length >= 8 },
  { id: "upper", label: "An uppercase letter", holds: (password) => /\p{Lu}/u.test(password) },
  { id: "lower", label: "A lowercase letter", holds: (password) => /\p{Ll}/u.test(password) },
  { id: "number", label: "A number", holds: (password) => /\d/.test(password) },
  {
    id: "special",
    label: 'A special character (!@#$%^&*(),.?":{}|<>)',
    holds: (password) => /[!@#$%^&*(),.?":{}|<>]/.test(password),
  },
];

/** A log-in of one's own. */
export interface OwnSession {
  readonly id: string;
  readonly isCurrent: boolean;
  readonly userAgent: string;
  readonly createdAt: string;
  readonly lastSeenAt: string;
  readonly expiresAt: string;
}

/** `GET /api/auth/google`: how to sign in with Google; empty where Google is not set up. */
export type GoogleSignIn = { readonly clientId: string; readonly scriptUrl: string } | Record<string, never>;
