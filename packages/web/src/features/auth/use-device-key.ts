// Fetches the key of this browser once somebody is signed in, again after each sign-in, and drops it when the session ends.
import { encryptionKey } from '@plumbline/core/features/auth/contract';
import { useEffect } from 'react';
import { call } from '../../api/client.ts';
import { deviceFingerprint, holdKey, NO_KEY } from '../../api/device-key.ts';
import { holdsSupportToken, onSession } from '../../api/token.ts';

export function useDeviceKey(userId: string | undefined): void {
  useEffect(() => {
    if (userId === undefined) return;
    if (holdsSupportToken()) {
      holdKey(NO_KEY);
      return () => holdKey(undefined);
    }
    const stop = new AbortController();
    const fetchKey = () =>
      void call(encryptionKey, { body: { fingerprint: deviceFingerprint() } }, { signal: stop.signal }).then(
        ({ key }) => {
          if (!stop.signal.aborted) holdKey(key);
        },
        // Without a connection one works without the key; it comes with the next sign-in.
        () => undefined,
      );
    fetchKey();
    const forget = onSession((state) => {
      if (state === 'in') fetchKey();
    });
    return () => {
      stop.abort();
      forget();
      holdKey(undefined);
    };
  }, [userId]);
}
