// Caching the app on this device, and stopping it: the steps, and how they end.

/** Bytes that must be free. */
export const MIN_FREE_BYTES = 31_457_280;

export type ActivationState =
  | 'GET_PERSISTED_STORAGE_PERMISSION'
  | 'NO_PERMISSION_GRANTED'
  | 'CREATING_DATABASE'
  | 'CREATING_DATABASE_FAILED'
  | 'FINAL_NO_PERMISSION_GRANTED_WARNING';
export type Activation = ActivationState | 'NO_SPACE' | 'ACTIVE';

export type ActivationParts = {
  /** Undefined where the browser does not tell. */
  freeBytes(): Promise<number | undefined>;
  /** Asks the browser never to delete the data by itself. */
  persist(): Promise<boolean>;
  cache(): Promise<void>;
  onState(state: ActivationState): void;
};

/** `anyway`: the user accepts that the browser may delete the data. */
export async function activateCache(parts: ActivationParts, anyway = false): Promise<Activation> {
  const free = await parts.freeBytes();
  if (free !== undefined && free < MIN_FREE_BYTES) return 'NO_SPACE';
  parts.onState('GET_PERSISTED_STORAGE_PERMISSION');
  const isGranted = await parts.persist().catch(() => false);
  if (!isGranted && !anyway) return 'NO_PERMISSION_GRANTED';
  parts.onState('CREATING_DATABASE');
  try {
    await parts.cache();
  } catch {
    return 'CREATING_DATABASE_FAILED';
  }
  return isGranted ? 'ACTIVE' : 'FINAL_NO_PERMISSION_GRANTED_WARNING';
}

export type Deactivation = 'IN_PROGRESS' | 'READY' | 'PENDING_CHANGES' | 'ERROR';

export type DeactivationParts = {
  /** Edits and files that the server does not have. */
  unsent(): number;
  uncache(): Promise<void>;
};

/** The caller signs the user out once it is ready, which deletes the content of this device. */
export async function deactivateCache({ unsent, uncache }: DeactivationParts): Promise<Deactivation> {
  if (unsent() > 0) return 'PENDING_CHANGES';
  try {
    await uncache();
    return 'READY';
  } catch {
    return 'ERROR';
  }
}
