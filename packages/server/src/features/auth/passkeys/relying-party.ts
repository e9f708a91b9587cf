// What passkeys are bound to: the host and the origin at which browsers reach the installation.
import type { Config } from '../../../config/config.ts';

export function partyOf({ publicUrl }: Pick<Config, 'publicUrl'>): { id: string; name: string; origin: string } {
  const { hostname, origin } = new URL(publicUrl);
  return { id: hostname, name: 'Plumbline', origin };
}
