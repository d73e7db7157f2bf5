/** Navigations that are the service's, and anything that ends like a file; a link's signature is longer than an ending. */
export const SERVER_PATHS: RegExp[] = [
  /^\/(api|media|share|dev|embed)\//,
  /^\/(dev|developers|healthz|readyz|metrics)$/,
  /^\/oembed(\?|$)/,
  /^[^?]*\.[a-z0-9]{1,11}(\?|$)/i,
];
