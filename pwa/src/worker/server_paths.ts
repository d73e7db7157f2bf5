/** Navigations that are the service's, and anything that ends like a file. */
export const SERVER_PATHS: RegExp[] = [
  /^\/(api|media|share|dev|embed)\//,
  /^\/(dev|developers|healthz|readyz|metrics)$/,
  /^\/oembed(\?|$)/,
  /\/[^/?]+\.[^/]+$/,
];
