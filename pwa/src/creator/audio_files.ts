/** What a form for recordings offers to choose: some phones do not know these endings as sound. */
export const AUDIO_FILES = "audio/*,.flac,.ogg,.m4a";
