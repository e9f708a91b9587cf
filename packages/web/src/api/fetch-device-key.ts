// The server's half of this device's key: fetched once, kept in memory, and shared by concurrent callers.
import { encryptionKey } from '@plumbline/core/features/auth/contract';
import { call } from './client.ts';
import { currentDeviceKey, deviceFingerprint, deviceKeyGeneration, setDeviceKey } from './device-key.ts';
import { ownKind } from './device-kind.ts';
import { holdsSupportToken } from './token.ts';

let asked: { turn: number; key: Promise<string> } | undefined;

/** Throws what the call throws. A key that arrives after its session has ended is discarded. */
export function deviceKey(): Promise<string> {
  const held = currentDeviceKey();
  if (held !== undefined) return Promise.resolve(held);
  const turn = deviceKeyGeneration();
  if (asked?.turn === turn) return asked.key;
  const key = call(encryptionKey, { body: { fingerprint: deviceFingerprint(), kind: ownKind() } }).then((answer) => {
    if (deviceKeyGeneration() !== turn) return deviceKey();
    setDeviceKey(answer.key);
    return answer.key;
  });
  const mine = { turn, key };
  asked = mine;
  const done = () => {
    if (asked === mine) asked = undefined;
  };
  key.then(done, done);
  return key;
}

/** Called before requests that require a device key. Support sessions have none and need none. */
export async function needDeviceKey(): Promise<void> {
  if (!holdsSupportToken()) await deviceKey();
}
