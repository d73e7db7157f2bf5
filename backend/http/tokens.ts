import { decodeJwt, decodeProtectedHeader, type JWTPayload, jwtVerify, SignJWT } from "jose";
import type { Keyring, Secret } from "../store/personal/keyring.ts";

/**
 * `enrolment`: an invited admin who may not work yet. `given`: a person who logged in with a password that another
 * person gave them, and has to choose their own first.
 */
export type Audience = "user" | "admin" | "enrolment" | "given";

/** The content of a session token; the row in `sessions` decides whether it is still valid. */
export interface SessionClaims {
  readonly userId: string;
  readonly sessionId: string;
  readonly audience: Audience;
}

interface SignedToken {
  readonly token: string;
  /** Epoch ms. */
  readonly expiresAt: number;
}

/** A report token sends play reports only. It outlives the session, so that waiting plays are never lost. */
export const REPORT_TOKEN_MS = 30 * 24 * 3_600_000;

const AUDIENCES: readonly Audience[] = ["user", "admin", "enrolment", "given"];

type Kind = Audience | "report";
/** What a right token says. `expiresAt` in epoch ms. */
type Claims =
  | { readonly session: SessionClaims }
  | { readonly report: { readonly userId: string }; readonly expiresAt: number };

function claimsIn({ aud, sub, sid, exp }: JWTPayload = {}): Claims | undefined {
  if (typeof sub !== "string") return undefined;
  if (aud === "report") return exp === undefined ? undefined : { report: { userId: sub }, expiresAt: exp * 1_000 };
  const audience = AUDIENCES.find((one) => one === aud);
  if (audience === undefined || typeof sid !== "string") return undefined;
  return { session: { userId: sub, sessionId: sid, audience } };
}

const ISSUER = "orin";
const LONGEST = 2_048;
const MOST_VERIFIED = 20_000;

/**
 * Signs and checks tokens (JWT, HS256). Each kind has its own key and audience, so that none passes for another; `kid`
 * names the secret behind the key. Every `verify` answers undefined when anything is wrong with the token.
 */
export class Tokens {
  readonly #keys = new Map<string, Promise<CryptoKey>>();
  /** Tokens that were found right, and when they end by themselves: a session's never does, its row does. */
  readonly #verified = new Map<string, Claims>();

  constructor(readonly keys: Keyring, readonly now: () => number) {}

  /** Carries no expiry: the session's row has it, and it slides. */
  async signSession({ userId, sessionId, audience }: SessionClaims): Promise<string> {
    return await this.#sign(audience, { sub: userId, sid: sessionId });
  }

  async verifySession(token: string): Promise<SessionClaims | undefined> {
    const claims = await this.#claimsOf(token);
    return claims && "session" in claims ? claims.session : undefined;
  }

  async verifyReport(token: string): Promise<{ userId: string } | undefined> {
    const claims = await this.#claimsOf(token);
    return claims && "report" in claims && this.now() < claims.expiresAt ? claims.report : undefined;
  }

  async #claimsOf(token: string): Promise<Claims | undefined> {
    const known = this.#verified.get(token);
    if (known) return known;
    const claims = claimsIn(await this.#verify([...AUDIENCES, "report"], token));
    if (!claims) return undefined;
    if (this.#verified.size >= MOST_VERIFIED) this.#verified.clear();
    this.#verified.set(token, claims);
    return claims;
  }

  async signReport(userId: string): Promise<SignedToken> {
    const expiresAt = this.now() + REPORT_TOKEN_MS;
    return { token: await this.#sign("report", { sub: userId }, expiresAt), expiresAt };
  }

  async #sign(kind: Kind, payload: JWTPayload, expiresAt?: number): Promise<string> {
    const { newest } = this.keys;
    const jwt = new SignJWT(payload).setProtectedHeader({ alg: "HS256", typ: "JWT", kid: newest.kid })
      .setIssuer(ISSUER).setAudience(kind).setIssuedAt(new Date(this.now()));
    if (expiresAt !== undefined) jwt.setExpirationTime(new Date(expiresAt));
    return await jwt.sign(await this.#key(kind, newest));
  }

  async #verify(kinds: readonly Kind[], token: string): Promise<JWTPayload | undefined> {
    if (token.length > LONGEST) return undefined;
    try {
      const said = decodeJwt(token).aud;
      const kind = kinds.find((one) => one === said);
      const secret = this.keys.named(decodeProtectedHeader(token).kid);
      if (kind === undefined || secret === undefined) return undefined;
      const { payload } = await jwtVerify(token, await this.#key(kind, secret), {
        algorithms: ["HS256"],
        issuer: ISSUER,
        audience: kind,
        currentDate: new Date(this.now()),
      });
      return payload;
    } catch {
      return undefined;
    }
  }

  #key(kind: Kind, secret: Secret): Promise<CryptoKey> {
    const name = `${kind} ${secret.kid}`;
    const found = this.#keys.get(name);
    if (found) return found;
    const bytes = new Uint8Array(this.keys.derive(secret, `token ${kind}`));
    const key = crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign", "verify"]);
    this.#keys.set(name, key);
    return key;
  }
}
