import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from "jose";
import { type Identity, IdentityRefused, IdentityUnavailable, type ProvenPerson } from "./types.ts";

const GOOGLE = "https://accounts.google.com";
const KEYS_PATH = "/oauth2/v3/certs";
const GOOGLE_KEYS = `https://www.googleapis.com${KEYS_PATH}`;
/** Google writes its own name in both ways. */
const GOOGLE_NAMES = [GOOGLE, "accounts.google.com"];
const OWN_DOMAINS = /@(gmail|googlemail)\.com$/;
const CLOCK_TOLERANCE_S = 10;
const MOST_NAME_CHARACTERS = 60;

/** Google's ID tokens, by Google's published keys. */
export class GoogleIdentity implements Identity {
  readonly clientId: string;
  readonly scriptUrl: string;
  readonly #keys: ReturnType<typeof createRemoteJWKSet>;
  readonly #issuers: string[];
  readonly #now: () => number;

  /** @param config `issuer` is another than Google's in development and tests only: config.ts refuses it elsewhere. */
  constructor({ clientId, issuer, now }: { clientId: string; issuer: string; now: () => number }) {
    const isGoogle = issuer === GOOGLE;
    this.clientId = clientId;
    this.scriptUrl = `${issuer}/gsi/client`;
    this.#issuers = isGoogle ? GOOGLE_NAMES : [issuer];
    this.#now = now;
    // Kept for ten minutes; a key that is unknown is looked for again at most twice a minute.
    this.#keys = createRemoteJWKSet(new URL(isGoogle ? GOOGLE_KEYS : `${issuer}${KEYS_PATH}`), {
      timeoutDuration: 5_000,
      cooldownDuration: 30_000,
      cacheMaxAge: 600_000,
    });
  }

  async verify(credential: string): Promise<ProvenPerson> {
    try {
      const { payload } = await jwtVerify(credential, this.#keys, {
        algorithms: ["RS256"],
        issuer: this.#issuers,
        audience: this.clientId,
        clockTolerance: CLOCK_TOLERANCE_S,
        currentDate: new Date(this.#now()),
        requiredClaims: ["sub", "iat", "exp", "email"],
      });
      return personOf(payload);
    } catch (error) {
      throw failureOf(error);
    }
  }
}

function personOf(claims: JWTPayload): ProvenPerson {
  const email = textOf(claims.email).trim().toLowerCase();
  const subject = textOf(claims.sub);
  if (subject === "" || !email.includes("@")) throw new IdentityRefused("The token names nobody");
  if (claims.email_verified !== true) throw new IdentityRefused("The token's email is not verified");
  return {
    subject,
    email,
    ownsAddress: OWN_DOMAINS.test(email) || textOf(claims.hd) !== "",
    ...personIn(claims),
    expiresAt: Number(claims.exp) * 1_000,
  };
}

/** Accounts without a family name have `name` alone. */
function personIn(claims: JWTPayload): { firstName: string; lastName: string } {
  const [first = "", ...rest] = shownOf(claims.name).split(" ");
  return {
    firstName: shownOf(claims.given_name) || first,
    lastName: shownOf(claims.family_name) || (claims.given_name === undefined ? rest.join(" ") : ""),
  };
}

/** A name to show: without invisible characters, and not longer than one of ours. */
function shownOf(claim: unknown): string {
  const plain = textOf(claim).toWellFormed().replace(/\p{C}/gu, "").replace(/\s+/g, " ").trim();
  return [...plain].slice(0, MOST_NAME_CHARACTERS).join("");
}

function textOf(claim: unknown): string {
  return typeof claim === "string" ? claim : "";
}

/** A fault of the token refuses the person; a fault on the way to the keys neither refuses nor lets in. */
function failureOf(error: unknown): Error {
  if (error instanceof IdentityRefused) return error;
  const isOfToken = error instanceof errors.JOSEError && !(error instanceof errors.JWKSTimeout) &&
    !(error instanceof errors.JWKSInvalid) && error.code !== "ERR_JOSE_GENERIC";
  if (isOfToken) return new IdentityRefused(error.message, { cause: error });
  return new IdentityUnavailable("Google's keys could not be read", { cause: error });
}
