// Fetches this browser's key once someone is signed in and after each sign-in, and drops it when the session ends.
import { useEffect } from 'react';
import { NO_KEY, setDeviceKey } from '../../api/device-key.ts';
import { deviceKey } from '../../api/fetch-device-key.ts';
import { holdsSupportToken, onSession } from '../../api/token.ts';

export function useDeviceKey(userId: string | undefined): void {
  useEffect(() => {
    if (userId === undefined) return;
    if (holdsSupportToken()) {
      setDeviceKey(NO_KEY);
      return () => setDeviceKey(undefined);
    }
    // Offline it is fetched later: whatever needs it asks again.
    const fetchKey = () => void deviceKey().catch(() => undefined);
    fetchKey();
    const forget = onSession((state) => {
      if (state === 'in') fetchKey();
    });
    return () => {
      forget();
      setDeviceKey(undefined);
    };
  }, [userId]);
}
