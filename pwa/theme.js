// Before the first paint, so that the page never flashes in the other theme or width. lib/theme.ts goes on from here.
(function () {
  const root = document.documentElement;
  let theme = null;
  try {
    theme = localStorage.getItem("orin.theme");
    const side = localStorage.getItem("orin.side");
    if (side) root.dataset.side = side;
  } catch (_) { /* storage may be blocked; then the system decides */ }
  const light = theme ? theme === "light" : matchMedia("(prefers-color-scheme: light)").matches;
  root.dataset.theme = light ? "light" : "dark";
  // Where the worker has the font by now: the first visit spends no bytes on it, and no text moves when it comes. A visit
  // has one typeface: its first page decides for those that follow in its tab.
  const saves = navigator.connection && navigator.connection.saveData;
  const brings = navigator.serviceWorker && navigator.serviceWorker.controller && !saves;
  let font = brings ? "inter" : "system";
  try {
    font = sessionStorage.getItem("orin.font") || font;
    sessionStorage.setItem("orin.font", font);
  } catch (_) { /* then each page decides */ }
  if (font === "inter") root.dataset.font = font;
  // These screens stand without the common layout: the static shell hides its navigation there.
  const bare =
    /^\/(login|signup|verify-otp|forgot-psw|forgot-password|reset-psw|terms|privacy-policy|admin|create-admin|approve-earnings|dashboard|users|alltrack|upload-song)\/?$/;
  if (bare.test(location.pathname)) root.dataset.frame = "bare";
})();
