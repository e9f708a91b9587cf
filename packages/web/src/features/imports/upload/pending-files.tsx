// Files not yet, or never, available for page selection, summarised in one expandable line.

import type { PlanImport } from '@plumbline/core/features/imports/contract';
import { inOneLine } from '@plumbline/locales/one-line';
import { Row, Text } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import { ImportList, type ImportListProps } from '../import-list.tsx';
import '../imports.css';

const MAX_SHOWN = 3;

type PendingFilesProps = Pick<ImportListProps, 'projectId' | 'uploads' | 'onFiles'> & {
  imports: readonly PlanImport[];
  /** Collapses the list, because the page selection below needs the space. */
  small: boolean;
};

export function PendingFiles({ imports, uploads, small, ...rest }: PendingFilesProps) {
  const t = useT();
  const list = <ImportList {...rest} uploads={uploads} imports={imports} onChoose={() => undefined} />;
  if (!small || uploads.length + imports.length < 2) return list;
  const failed = imports.filter((one) => one.state === 'failed').map((one) => one.name);
  const coming = uploads.length + imports.length - failed.length;
  const names = [...failed.slice(0, MAX_SHOWN), ...(failed.length > MAX_SHOWN ? ['…'] : [])];
  return (
    <details className="import-coming">
      <summary>
        <Row as="span" gap="1 4" align="stretch" wrap role="status">
          {coming > 0 && <span>{t('import.comingOn', { count: coming })}</span>}
          {failed.length > 0 && (
            <Text ink="danger" breaks>
              {t('import.comingFailed', { count: failed.length, names: inOneLine(names, ', ') })}
            </Text>
          )}
        </Row>
      </summary>
      {list}
    </details>
  );
}
