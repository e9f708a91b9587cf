// Fetches the key of this browser once somebody is signed in, again after each sign-in, and drops it when the session ends.
import { useEffect } from 'react';
import { deviceKey } from '../../api/ask-key.ts';
import { holdKey, NO_KEY } from '../../api/device-key.ts';
import { holdsSupportToken, onSession } from '../../api/token.ts';

export function useDeviceKey(userId: string | undefined): void {
  useEffect(() => {
    if (userId === undefined) return;
    if (holdsSupportToken()) {
      holdKey(NO_KEY);
      return () => holdKey(undefined);
    }
    // Without a connection it comes later: whatever needs it asks again.
    const fetchKey = () => void deviceKey().catch(() => undefined);
    fetchKey();
    const forget = onSession((state) => {
      if (state === 'in') fetchKey();
    });
    return () => {
      forget();
      holdKey(undefined);
    };
  }, [userId]);
}
