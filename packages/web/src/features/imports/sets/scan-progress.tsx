// Above the pages: how far the text of scanned ones is recognised.
import type { PlanImport } from '@plumbline/core/features/imports/contract';
import { Text } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';

export function ScanProgress({ imports }: { imports: readonly PlanImport[] }) {
  const t = useT();
  const scans = imports.flatMap(({ pages }) => pages.filter(({ recognition }) => recognition !== null));
  const done = scans.filter(({ recognition }) => recognition === 'done').length;
  const waits = scans.some(({ recognition }) => recognition === 'waiting');
  if (!waits) return null;
  return (
    <Text as="p" size="s" ink={2} role="status">
      {t('import.scans', { done, total: scans.length })}
    </Text>
  );
}
