// The imports there are, each with how far it is.
import type { ReactNode } from 'react';
import { Button } from '../../../ui/actions/button.tsx';
import { Card, Row, Stack, Text } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import { type SignState, StateSign } from './state-text.tsx';
import './people-import.css';

type ImportLine = {
  id: string;
  href: string;
  fileName: string;
  createdByName: string;
  createdAt: string;
  state: SignState;
  stateText: string;
  /** What the file is about, where a list has files of several kinds. */
  kind?: string;
};

type ImportListProps = {
  /** The button for another import. */
  next: ReactNode;
  lines: readonly ImportLine[];
  /** Omitted if all are shown. */
  onMore: (() => void) | undefined;
};

export function ImportList({ next, lines, onMore }: ImportListProps) {
  const t = useT();
  return (
    <>
      <Row gap={0} align="stretch" justify="end">
        {next}
      </Row>
      <Card as="ul" gap={0} edge clip fixed line="between">
        {lines.map((line) => (
          <Line key={line.id} {...line} />
        ))}
      </Card>
      {onMore && (
        <div>
          <Button onPress={onMore}>{t('ui.showMore')}</Button>
        </div>
      )}
    </>
  );
}

function Line({ href, fileName, createdByName, createdAt, state, stateText, kind }: ImportLine) {
  const t = useT();
  const by = t('peopleImport.by', { name: createdByName, when: t.relative(new Date(createdAt), new Date()) });
  return (
    <li data-state={state}>
      <Stack as="a" href={href} gap="1 3" pad="2 4" className="people-import-line ui-pressable">
        <StateSign state={state} />
        <Stack as="span" gap={0} shrink>
          <Text as="b" weight="medium" breaks>
            {fileName}
          </Text>
          <Text size="s" ink={3}>
            {kind === undefined ? by : `${kind} · ${by}`}
          </Text>
        </Stack>
        <Text size="s" ink={3} className="people-import-state">
          {stateText}
        </Text>
      </Stack>
    </li>
  );
}
