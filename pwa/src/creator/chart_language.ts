// uPlot 1.6.32 throws as it loads when Intl does not know the browser's language, such as "en-US@posix" on a bare Linux.
// So this must run before it. Orin writes the numbers on the axes itself, so the language changes nothing else.
try {
  new Intl.NumberFormat(navigator.language);
} catch {
  Object.defineProperty(navigator, "language", { value: "en-US", configurable: true });
}
