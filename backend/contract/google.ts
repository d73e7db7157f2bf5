/** `GET /api/auth/google`: how to sign in with Google; empty where nobody does. */
export type GoogleSignIn = { readonly clientId: string; readonly scriptUrl: string } | Record<string, never>;
