// Above the pages of a set: how many are new, revised, unchanged or uncertain, which plans are missing, and the revision
// number and date of all.
import { MATCH_KINDS } from '@plumbline/core/features/imports/match-sheets';
import { Button } from '../../../ui/actions/button.tsx';
import { DateField } from '../../../ui/fields/date-field.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Box, Row, Stack, Text } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import type { Decided } from './page-decision.ts';

export type SetSummaryProps = {
  decided: readonly Decided[];
  /** Pages that are left out because the project has their drawing. */
  unchanged: number;
  /** Makes new plans of the pages that are uncertain; undefined if there are not several. */
  onAllNew: (() => void) | undefined;
  /** Without a revision there is no number and no date to give. */
  isRevision: boolean;
  missing: readonly string[];
  version: string;
  onVersion: (version: string) => void;
  problem: string | undefined;
  date: string | null;
  onDate: (date: string | null) => void;
};

export function SetSummary(props: SetSummaryProps) {
  const { decided, unchanged, onAllNew, isRevision, missing, version, onVersion, problem, date, onDate } = props;
  const t = useT();
  const counts = MATCH_KINDS.map((kind) => ({
    kind,
    count: decided.filter((one) => one.kind === kind).length + (kind === 'unchanged' ? unchanged : 0),
  }));
  return (
    <Row gap={4} wrap align="start" justify="between">
      <Stack gap={1} shrink>
        <Text weight="medium" role="status">
          {counts
            .filter(({ count }) => count > 0)
            .map(({ kind, count }) => `${t(`import.match.${kind}`)}:\u00a0${count}`)
            .join(' · ')}
        </Text>
        {onAllNew && (
          <div>
            <Button size="s" onPress={onAllNew}>
              {t('import.uncertainAsNew')}
            </Button>
          </div>
        )}
        {missing.length > 0 && (
          <Text as="p" size="s" ink={2} clamp title={missing.join(', ')}>
            {t('import.missingSheets', { names: missing.join(', ') })}
          </Text>
        )}
      </Stack>
      {isRevision && (
        <Row gap={4} wrap align="start">
          <Box most={360}>
            <TextField
              label={t('revisions.version')}
              help={t('import.versionHelp')}
              value={version}
              maxLength={40}
              problem={problem}
              onChange={onVersion}
            />
          </Box>
          <Box most={360}>
            <DateField label={t('revisions.date')} help={t('import.dateHelp')} value={date} onChange={onDate} />
          </Box>
        </Row>
      )}
    </Row>
  );
}
