// What a person is told where a download cannot begin, by Node's codes and Deno's words. `npm start` uses it before
// there is Deno, and the install that follows.

const UNKNOWN_ISSUER =
  /SELF_SIGNED|UNABLE_TO_(VERIFY|GET_ISSUER)|CERT_UNTRUSTED|UnknownIssuer|self.signed|invalid peer certificate/i;
const NOT_NOW = /CERT_HAS_EXPIRED|CERT_NOT_YET_VALID|certificate.*(expired|not ?valid ?yet)/i;
const NO_NAME = /ENOTFOUND|EAI_AGAIN|dns error|failed to lookup/;
const AWAY =
  /ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|EPIPE|EPROTO|client error \(Connect\)|timed out|connection (closed|reset)|error sending request/;
const REFUSED = /\b(401|403|407)\b|Forbidden|Unauthorized|Proxy Authentication/;
const FULL = /ENOSPC|No space left/;
const NO_RIGHT = /EACCES|EROFS|EPERM|Permission denied|Read-only file system/;

/**
 * One sentence that says what to do, or undefined where what was said is something else.
 * @param {string} host the registry's
 * @param {string} said
 * @returns {string | undefined}
 */
export function networkSentence(host, said) {
  if (NOT_NOW.test(said)) {
    return `the certificate of ${host} is not valid at this machine's time (${
      new Date().toISOString().slice(0, 16)
    } UTC): set its clock and start again`;
  }
  if (UNKNOWN_ISSUER.test(said)) {
    return `something between this machine and ${host} opens TLS with a certificate of its own: ask those who run the network for it as a PEM file, and start with NODE_EXTRA_CA_CERTS=/path/to/it.pem`;
  }
  if (NO_NAME.test(said)) {
    return `this machine cannot find ${host}, so nothing can be downloaded: connect it to the network, or name your proxy with HTTPS_PROXY=http://host:port, and start again`;
  }
  if (REFUSED.test(said)) {
    return `${host} refuses to send packages to this machine: log in to that registry or proxy (npm config get registry), and start again`;
  }
  if (AWAY.test(said)) {
    return `${host} does not answer, so nothing can be downloaded: check the network or the proxy (HTTPS_PROXY), and start again; what is here already is kept`;
  }
  return undefined;
}

/**
 * The same for the disk.
 * @param {string} folder
 * @param {string} said
 * @returns {string | undefined}
 */
export function diskSentence(folder, said) {
  if (FULL.test(said)) return `the disk of ${folder} is full: Orin needs 1.5 GB there at its first start`;
  if (NO_RIGHT.test(said)) {
    return `${folder} cannot be written: clone Orin into a folder of your own, or start it as the folder's owner`;
  }
  return undefined;
}
