// The file store does not answer or refuses a request: its server is down, its keys are wrong or its rules forbid it.

export class StoreError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StoreError';
  }
}
