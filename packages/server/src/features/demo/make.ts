// placeholder
import type { Parts } from '../../http/parts.ts';
export async function makeDemo(_parts: Parts, _signal: AbortSignal): Promise<void> {}
