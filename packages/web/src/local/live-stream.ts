// The server's stream of project change events, read over fetch because only fetch can send the session's token.

import { versionedPath } from '@plumbline/core/kernel/services';
import { LIVE_PATH, type LiveEvent, liveEvent } from '@plumbline/core/sync/contract';
import { authorised } from '../api/client.ts';
import { needDeviceKey } from '../api/fetch-device-key.ts';
import { withIdleTimeout } from '../api/timing/with-idle-timeout.ts';

/** The events in the text received so far, and the incomplete remainder. Comments are heartbeats and carry no data. */
export function readEvents(text: string): { events: LiveEvent[]; rest: string } {
  const parts = text.replaceAll('\r\n', '\n').split('\n\n');
  const rest = parts.pop() ?? '';
  const events: LiveEvent[] = [];
  for (const part of parts) {
    const lines = part.split('\n').filter((line) => line.startsWith('data:'));
    if (lines.length === 0) continue;
    const data = lines.map((line) => line.slice(5).trimStart()).join('\n');
    try {
      const event = liveEvent.safeParse(JSON.parse(data));
      if (event.success) events.push(event.data);
    } catch {
      // A newer server may send events this version does not know.
    }
  }
  return { events, rest };
}

type Notify = () => void;
const listeners = new Set<Notify>();
/** One tab reads the stream and broadcasts to the others. */
let tabs: BroadcastChannel | undefined;
const between = (): BroadcastChannel => {
  if (!tabs) {
    tabs = new BroadcastChannel('plumbline.live');
    tabs.addEventListener('message', () => tell());
  }
  return tabs;
};

function tell(): void {
  for (const listener of listeners) listener();
}

/** Calls back whenever one of the user's projects has changed, whichever tab receives the event. */
export function onChanges(listener: Notify): () => void {
  between();
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Milliseconds without a heartbeat before the stream is dropped; the server sends one about every 20 seconds. */
const SILENCE_TIMEOUT_MS = 75_000;

/**
 * Reads until the connection is lost, goes silent, or `signal` stops it. `opened` is called when the server has
 * answered.
 */
export function readLive(
  on: { opened: () => void; event: (event: LiveEvent) => void },
  signal: AbortSignal,
): Promise<void> {
  return withIdleTimeout(SILENCE_TIMEOUT_MS, signal, async (stop, alive) => {
    await needDeviceKey();
    const headers = { accept: 'text/event-stream' };
    // It stays open, and must not delay the requests for what the screen shows.
    const response = await authorised(versionedPath(LIVE_PATH), { headers, signal: stop, priority: 'low' });
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
    if (!response.ok || !isStream || !response.body) throw new Error(`live ${response.status}`);
    on.opened();
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      alive();
      const { events, rest } = readEvents(text + value);
      text = rest;
      for (const event of events) on.event(event);
      if (events.length > 0) {
        tell();
        between().postMessage('changes');
      }
    }
  });
}
