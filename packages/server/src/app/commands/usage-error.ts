/** A command was called with arguments it does not understand; the usage is printed with the message. */
export class UsageError extends Error {}
