// A part of the program that could not be loaded: another version has replaced it, or the network is gone. No fault of the program.

const SAID = /dynamically imported module|module script|Unable to preload CSS/iu;

export const isMissingPart = (error: unknown): boolean => error instanceof Error && SAID.test(error.message);
