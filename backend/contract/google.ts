/** `GET /api/auth/google`: how to sign in with Google; empty where Google is not set up. */
export type GoogleSignIn = { readonly clientId: string; readonly scriptUrl: string } | Record<string, never>;
