// The pins of a project as a list. Not drawn yet.
import type { PinsPlace } from '../../app/addresses.ts';

export function PinsScreen(_props: PinsPlace) {
  return null;
}
