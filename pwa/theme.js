// Before the first paint, so that the page never flashes in the other theme or width. lib/theme.ts goes on from here.
(function () {
  var root = document.documentElement;
  var theme = null;
  try {
    theme = localStorage.getItem("orin.theme");
    var side = localStorage.getItem("orin.side");
    if (side) root.dataset.side = side;
  } catch (_) { /* storage may be blocked; then the system decides */ }
  var light = theme ? theme === "light" : matchMedia("(prefers-color-scheme: light)").matches;
  root.dataset.theme = light ? "light" : "dark";
  // These screens stand without the common layout: the static shell hides its navigation there.
  var bare =
    /^\/(login|signup|verify-otp|forgot-psw|forgot-password|reset-psw|terms|privacy-policy|admin|create-admin|approve-earnings|dashboard|users|alltrack|upload-song)\/?$/;
  if (bare.test(location.pathname)) root.dataset.frame = "bare";
})();
