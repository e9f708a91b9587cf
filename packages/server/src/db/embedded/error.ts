/** The embedded database cannot be used here; the message tells the operator why and what to do. */
export class EmbeddedDatabaseError extends Error {
  override name = 'EmbeddedDatabaseError';
}
