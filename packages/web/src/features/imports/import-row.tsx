// One file being imported: its progress, any problem with its explanation, and the available actions.

import type { PlanImport } from '@plumbline/core/features/imports/contract';
import { isWorthRetrying } from '@plumbline/core/features/imports/stages';
import { inOneLine } from '@plumbline/locales/one-line';
import type { ReactNode } from 'react';
import { failureText } from '../../shared/data/shown-failure.ts';
import { Button, LinkButton } from '../../ui/actions/button.tsx';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { ProgressBar, type ProgressBarProps } from '../../ui/feedback/progress-bar.tsx';
import {
  CloseIcon,
  ErrorIcon,
  FileIcon,
  type Icon,
  IconMark,
  PhotoIcon,
  RetryIcon,
  SuccessIcon,
  UploadIcon,
  WarningIcon,
} from '../../ui/icons.tsx';
import { Grid, Row, Stack, Text } from '../../ui/layout/primitives.tsx';
import { useT } from '../../ui/translation.tsx';
import { isPicture } from './pages/page-selection.ts';
import { choiceWords, importProblems, importStages, importWarnings, importWords } from './stages.ts';
import { ChooseFiles } from './upload/drop-zone.tsx';
import { isModelFile } from './upload/file-check.ts';
import { retryUpload, stopUpload, type Upload } from './upload/upload-queue.ts';
import './imports.css';

const MARK_INKS = { done: 'success', failed: 'danger', warned: 'warning' } as const;

type ImportLineProps = {
  name: string;
  icon: Icon;
  state: 'running' | 'done' | 'warned' | 'failed' | 'waiting';
  words: string;
  problems?: readonly string[];
  bar?: Pick<ProgressBarProps, 'value' | 'stages' | 'state'> | undefined;
  children?: ReactNode;
};

function ImportLine({ name, icon, state, words, problems = [], bar, children }: ImportLineProps) {
  return (
    <Row as="li" gap={3} pad="2 0" least={52} className="import-row" data-state={state}>
      <Text ink={state in MARK_INKS ? MARK_INKS[state as keyof typeof MARK_INKS] : 3}>
        <IconMark icon={icon} />
      </Text>
      <Grid columns="rest auto" gap="1 4" shrink grow className="import-row-words">
        <Text clamp weight="medium" className="import-row-name">
          {name}
        </Text>
        <Text size="s" ink={state === 'failed' ? 'danger' : 2} figures className="import-row-state" role="status">
          {words}
        </Text>
        {bar && <ProgressBar label={`${name}: ${words}`} hideLabel {...bar} />}
        {problems.map((problem) => (
          <Text key={problem} ink={state === 'warned' ? 'warning' : 'danger'} size="s" className="import-row-problem">
            {problem}
          </Text>
        ))}
      </Grid>
      {children !== undefined && (
        <Row gap={1} align="stretch" fixed className="import-row-actions">
          {children}
        </Row>
      )}
    </Row>
  );
}

const fileIcon = (name: string): Icon => (isPicture({ name }) ? PhotoIcon : FileIcon);

export function UploadRow({ upload }: { upload: Upload }) {
  const t = useT();
  const { id, file, sent, state, error } = upload;
  const words = {
    waiting: t('import.waiting'),
    sending: t('import.uploading', { sent: t.bytes(sent), total: t.bytes(file.size) }),
    failed: t('import.uploadFailed', { reason: failureText(t, error) }),
  }[state];
  return (
    <ImportLine
      name={file.name}
      icon={state === 'failed' ? ErrorIcon : fileIcon(file.name)}
      state={state === 'failed' ? 'failed' : 'running'}
      words={words}
      bar={state === 'sending' ? { value: sent / file.size, state: 'running' } : undefined}
    >
      {state === 'failed' && (
        <Button size="s" icon={RetryIcon} onPress={() => retryUpload(id)}>
          {t('import.retry')}
        </Button>
      )}
      <IconButton icon={CloseIcon} label={t('import.cancel')} size="s" onPress={() => stopUpload(id)} />
    </ImportLine>
  );
}

export type ImportRowProps = {
  one: PlanImport;
  onChoose?: (() => void) | undefined;
  onRetry?: (() => void) | undefined;
  onCancel?: (() => void) | undefined;
  onDismiss?: (() => void) | undefined;
  /** Where a waiting revision import continues. */
  to?: string | undefined;
  /** Accepts a replacement for a file that can never be imported. */
  onFiles?: ((files: File[]) => void) | undefined;
};

export function ImportRow({ one, to, onChoose, onRetry, onCancel, onDismiss, onFiles }: ImportRowProps) {
  const t = useT();
  const problems = importProblems(t, one);
  const failed = one.state === 'failed' || problems.length > 0;
  const warnings = importWarnings(t, one);
  const warned = one.state === 'finished' && warnings.length > 0;
  const busy = one.state === 'inspecting' || one.state === 'running';
  const ended = one.state === 'finished' || one.state === 'canceled' || one.state === 'failed';
  return (
    <ImportLine
      name={one.name}
      icon={failed ? ErrorIcon : warned ? WarningIcon : one.state === 'finished' ? SuccessIcon : fileIcon(one.name)}
      state={failed ? 'failed' : warned ? 'warned' : one.state === 'finished' ? 'done' : busy ? 'running' : 'waiting'}
      words={importWords(t, one)}
      problems={[...problems, ...warnings]}
      bar={
        one.state === 'running'
          ? { value: one.percent / 100, stages: importStages(t, one), state: 'running' }
          : one.state === 'inspecting'
            ? { state: 'running', ...(one.percent > 0 && { value: one.percent / 100 }) }
            : undefined
      }
    >
      {to !== undefined && (
        <LinkButton size="s" kind={one.state === 'failed' ? 'default' : 'brand'} href={to}>
          {t(
            one.state === 'failed'
              ? 'import.otherFile'
              : one.state === 'aligning'
                ? 'revisions.align'
                : 'revisions.goOnWith',
          )}
        </LinkButton>
      )}
      {one.state === 'choosing' && one.planId === null && onChoose && (
        <Button size="s" kind="brand" onPress={onChoose}>
          {t(isModelFile(one) ? 'import.chooseStoreys' : 'import.choosePagesShort')}
        </Button>
      )}
      {one.state === 'failed' && !isWorthRetrying(one) && onFiles && (
        <ChooseFiles onFiles={onFiles}>
          <Button size="s" icon={UploadIcon}>
            {t('import.otherFile')}
          </Button>
        </ChooseFiles>
      )}
      {one.state === 'failed' && isWorthRetrying(one) && onRetry && (
        <Button size="s" icon={RetryIcon} onPress={onRetry}>
          {t('import.retry')}
        </Button>
      )}
      {!ended && onCancel && <IconButton icon={CloseIcon} label={t('import.cancel')} size="s" onPress={onCancel} />}
      {ended && onDismiss && (
        <IconButton icon={CloseIcon} label={t('import.dismiss', { name: one.name })} size="s" onPress={onDismiss} />
      )}
    </ImportLine>
  );
}

/** Combines all files whose pages are waiting to be selected into one row. */
type ChoosingRowProps = { imports: readonly PlanImport[]; onChoose: () => void; onCancel: () => void };

export function ChoosingRow({ imports, onChoose, onCancel }: ChoosingRowProps) {
  const t = useT();
  return (
    <Stack as="ul" gap={0} line="between" className="import-list">
      <ImportLine
        name={
          imports.every(isModelFile)
            ? inOneLine(
                imports.map(({ name }) => name),
                ', ',
              )
            : t('import.readyFiles', { count: imports.length })
        }
        icon={FileIcon}
        state="waiting"
        words={choiceWords(t, imports)}
      >
        <Button size="s" kind="brand" onPress={onChoose}>
          {t(imports.every(isModelFile) ? 'import.chooseStoreys' : 'import.choosePagesShort')}
        </Button>
        <IconButton icon={CloseIcon} label={t('import.cancel')} size="s" onPress={onCancel} />
      </ImportLine>
    </Stack>
  );
}
