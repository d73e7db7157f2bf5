/** Requests that no well-behaved client sends, byte by byte. */
const RAW: readonly string[] = [
  "GET /%c0%ae%c0%ae/%c0%ae%c0%ae/etc/passwd HTTP/1.1\r\nHost: a\r\n\r\n",
  "GET /..%2f..%2f..%2fetc/passwd HTTP/1.1\r\nHost: a\r\n\r\n",
  "GET /assets/../../../etc/passwd HTTP/1.1\r\nHost: a\r\n\r\n",
  "GET /a%00b.js HTTP/1.1\r\nHost: a\r\n\r\n",
  `GET /${"a".repeat(300)}.js HTTP/1.1\r\nHost: a\r\n\r\n`,
  `GET /${"a/".repeat(4_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
  'GET /songs HTTP/1.1\r\nHost: evil"><script>\r\n\r\n',
  "GET /songs HTTP/1.1\r\nHost: \r\n\r\n",
  "GET /songs HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
  "GET http://elsewhere.example/songs HTTP/1.1\r\nHost: a\r\n\r\n",
  `GET /songs HTTP/1.1\r\nHost: a\r\nX: ${"x".repeat(100_000)}\r\n\r\n`,
  `GET /songs HTTP/1.1\r\nHost: a\r\n${"X: 1\r\n".repeat(2_000)}\r\n`,
  "GET /songs HTTP/1.1\r\nHost: a\r\nX: a\rb\r\n\r\n",
  "GET /songs HTTP/9.9\r\nHost: a\r\n\r\n",
  "BREW /api/v1/tracks HTTP/1.1\r\nHost: a\r\n\r\n",
  "TRACE /api/v1/tracks HTTP/1.1\r\nHost: a\r\n\r\n",
  "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n",
  "POST /api/auth/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
  "POST /api/auth/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: -1\r\n\r\n{}",
  "POST /api/auth/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
  "POST /api/auth/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
  "GET /media/covers/x HTTP/1.1\r\nHost: a\r\nRange: bytes=0-1\r\nRange: bytes=2-\r\n\r\n",
  "GET /api/v1/history HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer a\r\nAuthorization: Bearer b\r\n\r\n",
  "\0\0\0\0\r\n\r\n",
  "\x16\x03\x01\x02\x00",
];
/** The client goes before its body has ended. */
const BROKEN_OFF =
  "POST /api/auth/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n{";
const PATIENCE_MS = 30_000;

/** Sends each; answers what is wrong with the answers. A closed connection is an answer, too. */
export async function sendRaw(address: { hostname: string; port: number }): Promise<string[]> {
  const findings: string[] = [];
  for (const request of RAW) {
    const answer = await rawAnswer(address, request);
    const said = JSON.stringify(request.slice(0, 60));
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0);
    if (answer === "late") findings.push(`${said}: no answer within ${PATIENCE_MS / 1_000} s`);
    if (status >= 500) findings.push(`${said}: ${status}`);
    if (/root:x:0/.test(answer)) findings.push(`${said}: a file of the machine`);
  }
  (await Deno.connect(address).then(async (connection) => {
    await connection.write(new TextEncoder().encode(BROKEN_OFF));
    return connection;
  })).close();
  return findings;
}

async function rawAnswer(address: { hostname: string; port: number }, request: string): Promise<string> {
  using connection = await Deno.connect(address);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<string>((resolve) => timer = setTimeout(() => resolve("late"), PATIENCE_MS));
  const buffer = new Uint8Array(4_096);
  const answer = connection.write(Uint8Array.from(request, (character) => character.charCodeAt(0)))
    .then(() => connection.read(buffer))
    .then((read) => new TextDecoder().decode(buffer.subarray(0, read ?? 0)), () => "");
  try {
    // A line that is not whole may wait for its rest.
    return await Promise.race([answer, request.endsWith("\r\n\r\n") || /[{}]$/.test(request) ? late : soon(answer)]);
  } finally {
    clearTimeout(timer);
  }
}

function soon(answer: Promise<string>): Promise<string> {
  return Promise.race([answer, new Promise<string>((resolve) => setTimeout(() => resolve(""), 500))]);
}
