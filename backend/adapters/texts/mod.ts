import { createTextsOutbox, type TextsOutboxConfig } from "./outbox.ts";
import { createTermii, type TermiiConfig } from "./termii.ts";
import type { DevTexts, Texts } from "./types.ts";

export type { TermiiConfig };

type TextsConfig = TextsOutboxConfig | TermiiConfig;

/** Opens the service of texts that the configuration names. Nothing is sent before the first text. */
export function createTexts(config: TextsOutboxConfig): DevTexts;
export function createTexts(config: TextsConfig): Texts;
export function createTexts(config: TextsConfig): Texts {
  return config.kind === "outbox" ? createTextsOutbox(config) : createTermii(config);
}
