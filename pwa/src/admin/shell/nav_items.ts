/** The documented top navigation, with Groups, Appeals, Audit and Policy; `/approve-earnings` is called Funds there. */
export const ADMIN_NAV: readonly { path: string; label: string }[] = [
  { path: "/dashboard", label: "Dashboard" },
  { path: "/upload-song", label: "Upload Song" },
  { path: "/create-admin", label: "Create Admin" },
  { path: "/users", label: "Users" },
  { path: "/alltrack", label: "Tracks" },
  { path: "/approve-earnings", label: "Funds" },
  { path: "/groups", label: "Groups" },
  { path: "/appeals", label: "Appeals" },
  { path: "/audit", label: "Audit" },
  { path: "/admin-policy", label: "Policy" },
];
