// The edits of this device as screens show them: those that wait, those the server has refused, and those it has
// confirmed.
import { type ErrorCode, type FieldProblem, isErrorCode } from '@plumbline/core/kernel/errors';
import { contextOfEdit, type EditContext } from '@plumbline/core/sync/client/edit-context';
import { discard } from '@plumbline/core/sync/client/edits';
import type { BlobRecord, ClientContext, Confirmation, Edit, LocalReader } from '@plumbline/core/sync/client/store';

type Reader = Pick<LocalReader, 'edits' | 'blobs'>;

/** A file that an edit refers to; without a type once it is no longer on this device. */
export type EditFile = { id: string; name: string; mime: string };

type ShownEdit = {
  n: number;
  projectId: string;
  /** API name of the action, such as `pin.update`. */
  name: string;
  input: unknown;
  files: readonly EditFile[];
  /** When the user made the edit. */
  at: string;
};

/** An edit the server does not have yet. */
export type WaitingEdit = ShownEdit & {
  /** One of its files has to be uploaded first. */
  needsFile: boolean;
};

/** An edit the server has rejected for good. It is kept until the user discards it. */
export type RejectedEdit = ShownEdit & {
  code: ErrorCode;
  fields: readonly FieldProblem[];
  params: Record<string, string | number>;
};

/** An edit or a file that the server has confirmed. */
export type SentItem =
  | ({ kind: 'edit'; edit: Pick<Edit, 'n' | 'id' | 'projectId' | 'name' | 'input' | 'at'> } & Confirmation)
  | ({ kind: 'file'; file: Pick<BlobRecord, 'id' | 'name' | 'mime' | 'size'> } & Confirmation);

const shownEdit = ({ n, projectId, name, input, at, blobs: named }: Edit, blobs: readonly BlobRecord[]): ShownEdit => ({
  ...{ n, projectId, name, input, at },
  files: named.map((id) => {
    const { name: file = 'file', mime = '' } = blobs.find((blob) => blob.id === id) ?? {};
    return { id, name: file, mime };
  }),
});

export function rejectedEdits(edits: readonly Edit[], blobs: readonly BlobRecord[]): RejectedEdit[] {
  return edits
    .filter((edit) => edit.state === 'rejected')
    .map((edit) => {
      const { code, fields = [], params = {} } = edit;
      return { ...shownEdit(edit, blobs), fields, params, code: isErrorCode(code) ? code : 'internal' };
    });
}

/** In the order in which they are sent. */
async function waitingEdits(store: Reader): Promise<WaitingEdit[]> {
  const [edits, blobs] = await Promise.all([store.edits(), store.blobs()]);
  const missing = new Set(blobs.filter(({ state }) => state === 'waiting').map(({ id }) => id));
  return edits
    .filter((edit) => edit.state === 'queued')
    .map((edit) => ({ ...shownEdit(edit, blobs), needsFile: edit.blobs.some((id) => missing.has(id)) }));
}

/** The latest first. */
async function sentItems(store: Reader & Pick<LocalReader, 'journal'>): Promise<SentItem[]> {
  const [edits, journal, blobs] = await Promise.all([store.edits(), store.journal(), store.blobs()]);
  const items: SentItem[] = [
    ...[...journal, ...edits].flatMap((edit) =>
      edit.confirmed ? [{ kind: 'edit' as const, edit, ...edit.confirmed }] : [],
    ),
    ...blobs.flatMap((file) => (file.confirmed ? [{ kind: 'file' as const, file, ...file.confirmed }] : [])),
  ];
  return items.sort((a, b) => (a.at < b.at ? 1 : -1));
}

type Around = {
  context: ClientContext;
  rejected(): readonly RejectedEdit[];
  perform(projectId: string, action: string, input: unknown): Promise<void>;
  readLatest(projectId: string): Promise<void>;
};

export class EditQueue {
  readonly #around: Around;

  constructor(around: Around) {
    this.#around = around;
  }

  waiting(): Promise<readonly WaitingEdit[]> {
    return waitingEdits(this.#around.context.store);
  }

  sent(): Promise<readonly SentItem[]> {
    return sentItems(this.#around.context.store);
  }

  /** The pin, plan and project of a waiting or rejected edit, as far as this device knows. */
  async contextOf(n: number): Promise<EditContext> {
    const { store } = this.#around.context;
    const edit = (await store.edits()).find((one) => one.n === n);
    return edit ? contextOfEdit(store, edit) : { pins: 0 };
  }

  /** Discards an edit the server has rejected. */
  discard(n: number): Promise<void> {
    return discard(this.#around.context, n);
  }

  /**
   * Repeats a rejected edit as it was made, or with changed input. Throws `AppError` where a rule still refuses it; the
   * rejected edit is then kept.
   */
  async retry(n: number, input?: unknown): Promise<void> {
    const { context, rejected, perform, readLatest } = this.#around;
    const edit = rejected().find((one) => one.n === n);
    if (!edit) return;
    const { projectId } = edit;
    const again = () => perform(projectId, edit.name, input ?? edit.input);
    // A member who is back in a project has nothing of it here until it is read again.
    if ((await context.store.project(projectId))?.gone) await readLatest(projectId);
    await again().catch(async (refusal: unknown) => {
      // The reason may be gone on the server, e.g. the role of the user, while the project is not open on this device.
      await readLatest(projectId).catch(() => {
        throw refusal;
      });
      await again();
    });
    await this.discard(n);
  }
}
