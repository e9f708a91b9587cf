// Where a call is sent: to its service, behind the base that the operator has given it in the page.
import { basedPath, readBases } from '@plumbline/core/kernel/services';

const bases = readBases(
  globalThis.document?.querySelector<HTMLMetaElement>('meta[name="plumbline-services"]')?.content ?? '',
);

export const servicePath = (path: string): string => basedPath(path, bases);

/** The address of a call: its path with what it names put in. */
export const callPath = (path: string, params: Record<string, unknown>): string =>
  servicePath(path.replaceAll(/:(\w+)/gu, (_, name: string) => encodeURIComponent(String(params[name]))));
