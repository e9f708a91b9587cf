// A statement that is ready to be sent; with a name if connections keep it prepared.
export type Statement = { readonly name?: string; readonly text: string; readonly values: readonly unknown[] };
