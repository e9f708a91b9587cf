// Names what a list did not understand of the filter in its address, so that an unfiltered list is not taken for a
// filtered one.
import { useSearch } from '@tanstack/react-router';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Stack } from '../../ui/layout/primitives.tsx';
import { useT } from '../../ui/translation.tsx';

type Parameters = Readonly<Record<string, unknown>>;

/**
 * The parameters that a list reads, by the values it read: those of the address with another value, as they were
 * written. Parameters the list does not know are not its filter, and searched text is cut, never misread.
 */
export function misreadParts(address: Parameters, read: Parameters): string[] {
  return Object.keys(read).flatMap((name) => {
    const written = address[name];
    const isNone = written === undefined || written === null || written === '' || written === false;
    return isNone || name === 'search' || String(written) === String(read[name]) ? [] : [`${name}=${String(written)}`];
  });
}

/** `read`: every parameter of the list with the value in use. `onDrop` writes the address without what was ignored. */
export function MisreadFilter({ read, onDrop }: { read: Parameters; onDrop: () => void }) {
  const address = useSearch({ strict: false }) as Parameters;
  return <IgnoredFilter parts={misreadParts(address, read)} onDrop={onDrop} />;
}

export function IgnoredFilter({
  parts,
  banner,
  onDrop,
}: {
  parts: readonly string[];
  banner?: boolean;
  onDrop: () => void;
}) {
  const t = useT();
  if (parts.length === 0) return null;
  return (
    <Stack gap={0} wide={!banner}>
      <Notice banner={banner} kind="warning" onDismiss={onDrop}>
        {t('pin.filterIgnored', { parts: parts.join(', ') })}
      </Notice>
    </Stack>
  );
}
