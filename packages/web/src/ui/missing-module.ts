// A module that could not be loaded: replaced by another version, or the network is down. Not an error in the app.

const LOAD_ERROR = /dynamically imported module|module script|Unable to preload CSS/iu;

export const isMissingPart = (error: unknown): boolean => error instanceof Error && LOAD_ERROR.test(error.message);
