// What an import reads, whatever the format of the file. A reader of another format implements this interface and is
// named in `open-source.ts`; mapping and writing know nothing of formats.

export type SourceFile = { readonly id: string; readonly name: string; readonly mime: string; readonly size: number };

export interface ArchiveSource {
  /** Ids of the projects. All ids are UUIDs, the same ones each time the file is read. */
  readonly projects: readonly string[];
  /** By the ids that rows refer to. */
  readonly files: ReadonlyMap<string, SourceFile>;
  /**
   * The rows of one kind in the layout of its schema, which they are checked against afterwards. Kinds that the format
   * does not have have no rows. Throws `ImportProblem`.
   */
  rows(projectId: string, part: string): AsyncIterable<unknown>;
  /** Reads everything that is not a row. Throws `ImportProblem` for what is missing, damaged or altered. */
  verify(signal: AbortSignal): Promise<void>;
  /** The bytes of a file. Throws `altered` at its end if they are not those that were archived. */
  bytes(fileId: string): AsyncGenerator<Buffer>;
  /** A tile of the sheet of a revision; undefined if the file does not have it. */
  tile(projectId: string, revisionId: string, at: { z: number; x: number; y: number }): Promise<Buffer | undefined>;
  close(): void;
}
