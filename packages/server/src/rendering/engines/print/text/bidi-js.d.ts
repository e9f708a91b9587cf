// Type declarations for the part of bidi-js that is used here; the package has none.
declare module 'bidi-js' {
  export interface Embedding {
    readonly levels: Uint8Array;
  }
  export interface Bidi {
    getEmbeddingLevels(text: string): Embedding;
    getMirroredCharactersMap(text: string, levels: Uint8Array): Map<number, string>;
  }
  const bidiFactory: () => Bidi;
  export default bidiFactory;
}
