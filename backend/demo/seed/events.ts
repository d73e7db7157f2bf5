/** The demo world is complete: the next start does not make it again. */
export type DemoWorldMade = { readonly type: "DemoWorldMade"; readonly data: Record<string, never> };
