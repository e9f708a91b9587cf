// The process that reads and draws vector tiles. Malformed data can crash only this process.
import { flushCompileCache } from 'node:module';
import { ServiceError } from '../../fetch-limited.ts';
import { ignoreStopSignals } from '../../stop-signals.ts';
import { type DrawMapTile, mapTileDrawer } from './map-tile-drawer.ts';
import type { FetchBytes, ToChild, ToParent } from './messages.ts';
import { archiveData, serverData } from './tile-data.ts';

const send = (message: ToParent): void => void process.send?.(message);
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

type PendingRead = { resolve: (bytes: Uint8Array | undefined) => void; reject: (error: Error) => void };
const waiting = new Map<number, PendingRead>();
let fetches = 0;

const fetchBytes: FetchBytes = (request) =>
  new Promise((resolve, reject) => {
    const id = fetches++;
    waiting.set(id, { resolve, reject });
    send({ type: 'fetch', id, request });
  });

let drawTile: DrawMapTile | undefined;

process.on('message', async (message: ToChild) => {
  if (message.type === 'bytes') {
    const { id, bytes, failure } = message;
    const requested = waiting.get(id);
    waiting.delete(id);
    if (failure === undefined) requested?.resolve(bytes);
    else requested?.reject(new ServiceError(failure));
    return;
  }
  const { id, settings, z, x, y } = message;
  drawTile ??= mapTileDrawer(
    settings.isArchive ? archiveData(fetchBytes) : serverData(fetchBytes, settings.dataZoom),
    settings.language,
  );
  try {
    send({ type: 'drawn', id, picture: await drawTile(z, x, y) });
  } catch (error) {
    send({ type: 'drawn', id, failure: messageOf(error) });
  }
});

ignoreStopSignals();
// An idle process is killed, which saves nothing.
flushCompileCache();
process.once('disconnect', () => process.exit(0));
