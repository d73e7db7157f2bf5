// Before the first paint, so that the page never flashes in the other theme. lib/theme.ts goes on from here.
(function () {
  var root = document.documentElement;
  var chosen = null;
  try {
    chosen = localStorage.getItem("orin.theme");
  } catch (_) { /* storage may be blocked; then the system decides */ }
  var light = chosen ? chosen === "light" : matchMedia("(prefers-color-scheme: light)").matches;
  root.dataset.theme = light ? "light" : "dark";
  // Account and legal screens stand without the common layout: the static shell hides its navigation there.
  if (
    /^\/(login|signup|verify-otp|forgot-(psw|password)|reset-psw|terms|privacy-policy|admin|create-admin|approve-earnings|dashboard|users|alltrack|upload-song)(\/|$)/
      .test(location.pathname)
  ) {
    root.dataset.frame = "bare";
  }
})();
