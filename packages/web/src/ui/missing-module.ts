// A module that could not be loaded: replaced by another version, or the network is down. Not an error in the app.

const SAID = /dynamically imported module|module script|Unable to preload CSS/iu;

export const isMissingPart = (error: unknown): boolean => error instanceof Error && SAID.test(error.message);
