/** The colours of the pages that need no built app: the outboxes of development, and what the port says during a start. */
export const PALETTE = `
:root { color-scheme: light dark; --canvas: #faf4e6; --surface: #fffcf4; --ink: #1b1b40; --soft: #474672; --line: #e3d8bf;
  --dye: #2f348f; --on-dye: #fff9ea; --marigold: #f4b23f; --on-marigold: #1a1533; --focus: #2f348f; }
@media (prefers-color-scheme: dark) {
  :root { --canvas: #0f1023; --surface: #17193a; --ink: #f7f0e1; --soft: #c5c2dc; --line: #2c2f5c; --dye: #3a40b4; --focus: #ffd27a; }
}
* { box-sizing: border-box; }`;
