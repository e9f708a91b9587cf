// Imports of archives, from the server; polled while one is running.
import {
  cancelMigration,
  deleteMigration,
  getMigration,
  listMigrations,
  type Migration,
  type MigrationMapping,
  mapMigration,
  runMigration,
  startMigration,
  undoMigration,
} from '@plumbline/core/features/archives/import';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';
import { upload } from '../../../api/upload.ts';

const KEY = ['migrations'] as const;
const POLL_INTERVAL_MS = 1_000;

export const isRunning = ({ state }: Pick<Migration, 'state'>): boolean =>
  state === 'extracting' || state === 'migrating';

export const useMigrations = () =>
  useQuery({
    queryKey: [...KEY, 'list'],
    queryFn: ({ signal }) => call(listMigrations, {}, { signal }),
    refetchInterval: ({ state }) => (state.data?.migrations.some(isRunning) ? POLL_INTERVAL_MS : false),
  });

export const useMigration = (migrationId: string) =>
  useQuery({
    queryKey: [...KEY, 'one', migrationId],
    queryFn: ({ signal }) => call(getMigration, { params: { migrationId } }, { signal }),
    refetchInterval: ({ state }) => (state.data && isRunning(state.data) ? POLL_INTERVAL_MS : false),
  });

type Sending = { file: File; signal: AbortSignal; onProgress: (share: number) => void };

/** Uploads an archive and has it read. Resolves to the id of the import. */
export function useSendArchive() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async ({ file, signal, onProgress }: Sending) => {
      const blobId = crypto.randomUUID();
      await upload(file, {
        ...{ id: blobId, purpose: 'archive', name: file.name, signal },
        onProgress: (sent, total) => onProgress(total === 0 ? 1 : sent / total),
      });
      const id = crypto.randomUUID();
      await call(startMigration, { body: { id, blobId, fileName: file.name.slice(0, 255) } });
      return id;
    },
    onSettled: () => cache.invalidateQueries({ queryKey: KEY }),
  });
}

export type Move = { kind: 'import'; mapping: MigrationMapping } | { kind: 'resume' | 'cancel' | 'undo' | 'remove' };

export function useMoveMigration(migrationId: string) {
  const cache = useQueryClient();
  const params = { migrationId };
  return useMutation({
    mutationFn: async (move: Move): Promise<void> => {
      if (move.kind === 'import') await call(mapMigration, { params, body: move.mapping });
      if (move.kind === 'import' || move.kind === 'resume') await call(runMigration, { params });
      if (move.kind === 'cancel') await call(cancelMigration, { params });
      if (move.kind === 'undo') await call(undoMigration, { params });
      if (move.kind === 'remove') await call(deleteMigration, { params });
    },
    onSettled: () =>
      Promise.all([cache.invalidateQueries({ queryKey: KEY }), cache.invalidateQueries({ queryKey: ['projects'] })]),
  });
}
