/** What Vite gives beyond TypeScript. */
declare module "*.module.css" {
  const classes: Readonly<Record<string, string>>;
  export default classes;
}
declare module "*.css" {}

/** The build this code belongs to; set by vite.config.ts. */
declare const __BUILD_ID__: string;

interface ImportMeta {
  readonly env: { readonly DEV: boolean; readonly PROD: boolean };
}
