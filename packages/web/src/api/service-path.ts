// The URL of a call: its service, behind the base path that the operator has set in the page.
import { basedPath, readBases } from '@plumbline/core/kernel/services';

const bases = readBases(
  globalThis.document?.querySelector<HTMLMetaElement>('meta[name="plumbline-services"]')?.content ?? '',
);

export const servicePath = (path: string): string => basedPath(path, bases);

/** The URL of a call: its path with the parameters filled in. */
export const callPath = (path: string, params: Record<string, unknown>): string =>
  servicePath(path.replaceAll(/:(\w+)/gu, (_, name: string) => encodeURIComponent(String(params[name]))));
