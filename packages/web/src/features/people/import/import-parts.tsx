// What the details of every import have in common: the head with its buttons, and the table of rows by outcome.
import { type ReactNode, useState } from 'react';
import { failureText } from '../../../shared/data/shown-failure.ts';
import { BackLink } from '../../../ui/actions/back-link.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { SegmentedControl } from '../../../ui/actions/segmented-control.tsx';
import { Select } from '../../../ui/choices/select.tsx';
import { type TableColumn, VirtualTable } from '../../../ui/data/table/virtual-table.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { DownloadIcon } from '../../../ui/icons.tsx';
import { Grid, Row, Stack, Text } from '../../../ui/layout/primitives.tsx';
import { PHONE, useMedia } from '../../../ui/theme/use-media.ts';
import { useT } from '../../../ui/translation.tsx';

type ImportHeadProps = {
  /** The way to the list of imports. */
  back: { href: string; label: string };
  sign: ReactNode;
  fileName: string;
  state: string;
  /** Downloads the rows with problems; omitted if there are none. */
  onSaveProblems?: (() => Promise<void>) | undefined;
  buttons: ReactNode;
  /** Progress and notices. */
  children: ReactNode;
};

export function ImportHead({ back, sign, fileName, state, onSaveProblems, buttons, children }: ImportHeadProps) {
  const t = useT();
  const [saving, setSaving] = useState(false);
  const save = async () => {
    setSaving(true);
    await onSaveProblems?.().catch((error: unknown) => showToast({ kind: 'error', text: failureText(t, error) }));
    setSaving(false);
  };
  return (
    <Grid as="header" columns="rest auto" gap="2 4" align="center" className="people-import-head">
      <BackLink {...back} />
      <Grid gap={3} align="center" columns="24px rest" className="people-import-title">
        {sign}
        <div>
          <Text as="h2" size="xl" weight="strong" breaks>
            {fileName}
          </Text>
          <Text as="p" ink={2} aria-live="polite">
            {state}
          </Text>
        </div>
      </Grid>
      <Row align="stretch" justify="end" wrap className="people-import-buttons">
        {onSaveProblems && (
          <Button icon={DownloadIcon} isPending={saving} onPress={() => void save()}>
            {t('peopleImport.saveProblems')}
          </Button>
        )}
        {buttons}
      </Row>
      {children}
    </Grid>
  );
}

type ImportRowsProps<R, O extends string> = {
  /** The outcomes to choose from, the first being all of them, each with its number of rows. */
  outcomes: readonly { id: O; label: string; count: number }[];
  shown: O;
  onShow: (outcome: O) => void;
  rows: {
    list: R[];
    total: number | undefined;
    isPending: boolean;
    isFetchingNextPage: boolean;
    hasNextPage: boolean;
    fetchNextPage: () => Promise<unknown>;
  };
  columns: TableColumn<R>[];
  /** In pixels, on a phone. */
  phoneRowHeight: number;
};

export function ImportRows<R extends { line: number }, O extends string>(props: ImportRowsProps<R, O>) {
  const { outcomes, shown, onShow, rows, columns, phoneRowHeight } = props;
  const t = useT();
  const phone = useMedia(PHONE);
  const choices = outcomes.map(({ id, label, count }) => ({ id, label: `${label} · ${t.number(count)}` }));
  return (
    <Stack as="section" gap={3} grow rows="head" className="people-import-rows" aria-label={t('peopleImport.rows')}>
      {phone ? (
        <Select
          label={t('peopleImport.becomes')}
          hideLabel
          choices={choices}
          value={shown}
          onChange={(id) => onShow(choices.find((choice) => choice.id === id)?.id ?? shown)}
        />
      ) : (
        <SegmentedControl label={t('peopleImport.becomes')} segments={choices} value={shown} onChange={onShow} />
      )}
      <VirtualTable
        label={t('peopleImport.rows')}
        rows={rows.list}
        columns={columns}
        idOf={(row) => String(row.line)}
        rowHeight={phone ? phoneRowHeight : 56}
        loading={rows.isPending ? 'first' : rows.isFetchingNextPage ? 'more' : undefined}
        total={rows.total}
        onEnd={() => {
          if (rows.hasNextPage && !rows.isFetchingNextPage) void rows.fetchNextPage();
        }}
        empty={<EmptyState title={t('peopleImport.none')} />}
      />
    </Stack>
  );
}
