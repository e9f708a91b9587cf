// The version state as a hook.
import { useSyncExternalStore } from 'react';
import { onVersion, type VersionState, versionState } from './version.ts';

export const useVersion = (): VersionState => useSyncExternalStore(onVersion, versionState);
