// The state of a report: waiting, in progress, done, failed with the reason, or cancelled.
import type { Report } from '@plumbline/core/features/reports/contract';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { CloseIcon, ErrorIcon, type Icon, IconMark, SuccessIcon, TimeIcon } from '../../ui/icons.tsx';
import { Row, Stack } from '../../ui/layout/primitives.tsx';
import { useT } from '../../ui/translation.tsx';
import './reports.css';

const ICONS: Partial<Record<Report['state'], Icon>> = {
  pending: TimeIcon,
  done: SuccessIcon,
  failed: ErrorIcon,
  canceled: CloseIcon,
};

const INKS: Partial<Record<Report['state'], 'success' | 'danger'>> = { done: 'success', failed: 'danger' };

export function ReportState({ report }: { report: Report }) {
  const t = useT();
  if (report.state === 'running') {
    return (
      <Stack as="span" gap={1} size="s" ink={2}>
        <ProgressBar
          label={t('report.state.running', { percent: report.percent })}
          value={report.percent / 100}
          hideLabel
        />
        <span className="ui-figures">{t('report.state.running', { percent: report.percent })}</span>
      </Stack>
    );
  }
  const icon = ICONS[report.state];
  return (
    <Row as="span" inline gap={1.5} ink={INKS[report.state] ?? 2} weight="medium">
      {icon && <IconMark icon={icon} />}
      {t(`report.state.${report.state}`)}
    </Row>
  );
}
