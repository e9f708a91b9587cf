// A statement that is ready to be sent.
export type Statement = { readonly text: string; readonly values: readonly unknown[] };
