import { exportJWK, generateKeyPair, SignJWT } from "jose";

export const TEST_CLIENT_ID = "orin.test-issuer";

/** A person as the issuer knows them, and what a token says of them. */
type Claims = Readonly<Record<string, unknown>>;

/** An issuer of our own, with Google's paths: keys, and the script behind its button. */
export interface TestIssuer extends AsyncDisposable {
  readonly url: string;
  /** A token for Orin, good for an hour from `now` (epoch ms); claims given replace those it would have. */
  sign(claims: Claims, options?: { readonly now?: number; readonly key?: "published" | "another" }): Promise<string>;
  /** From now on it publishes a new key, and signs with it. */
  changeKey(): Promise<void>;
  /** Whether it answers for its keys. */
  isReachable: boolean;
  /** How often its keys were asked for. */
  readonly asked: number;
  /** The token that its button gives. */
  credential: string;
}

type Key = { readonly kid: string; readonly pair: Awaited<ReturnType<typeof generateKeyPair>> };

export async function startTestIssuer(): Promise<TestIssuer> {
  let [published, another] = await Promise.all([newKey(), newKey()]);
  let asked = 0;
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/gsi/client") return script(issuer.credential);
    asked++;
    if (pathname !== "/oauth2/v3/certs" || !issuer.isReachable) return new Response("gone", { status: 503 });
    const jwk = { ...await exportJWK(published.pair.publicKey), kid: published.kid, alg: "RS256", use: "sig" };
    return Response.json({ keys: [jwk] });
  });
  const issuer: TestIssuer = {
    url: `http://127.0.0.1:${server.addr.port}`,
    isReachable: true,
    credential: "",
    get asked() {
      return asked;
    },
    async sign(claims, { now = Date.now(), key = "published" } = {}) {
      const { kid, pair } = key === "published" ? published : another;
      const second = Math.floor(now / 1_000);
      return await new SignJWT({
        iss: issuer.url,
        aud: TEST_CLIENT_ID,
        iat: second,
        exp: second + 3_600,
        jti: crypto.randomUUID(),
        email_verified: true,
        ...claims,
      }).setProtectedHeader({ alg: "RS256", kid }).sign(pair.privateKey);
    },
    async changeKey() {
      [published, another] = [await newKey(), published];
    },
    async [Symbol.asyncDispose]() {
      await server.shutdown();
    },
  };
  return issuer;
}

async function newKey(): Promise<Key> {
  return { kid: crypto.randomUUID(), pair: await generateKeyPair("RS256") };
}

/** As much of Google's script as pages use: pressing its button logs in the person of `credential`. */
function script(credential: string): Response {
  const source = `
    let settings;
    globalThis.google = { accounts: { id: {
      initialize(given) { settings = given; },
      prompt() {},
      renderButton(place) {
        const button = document.createElement("button");
        button.type = "button";
        button.textContent = "Continue as Ada";
        button.onclick = () => settings.callback({ credential: ${JSON.stringify(credential)} });
        place.replaceChildren(button);
      },
    } } };`;
  return new Response(source, {
    headers: { "content-type": "text/javascript", "cross-origin-resource-policy": "cross-origin" },
  });
}
