// A template filled with some pins of the project: its first pages, and the filled file to download.
import { saveFile } from '../../../api/save-file.ts';
import { failureText } from '../../../shared/data/shown-failure.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { DownloadIcon } from '../../../ui/icons.tsx';
import { Row, Stack } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import { WaitingPage } from '../preview/report-preview.tsx';
import './template-trial.css';
import { TemplateProblems } from './template-problems.tsx';
import { type Tried, useTrial, useTrialOptions } from './use-placeholders.ts';

type TemplateTrialProps = { projectId: string; tried: Tried; fileName: string };

export function TemplateTrial({ projectId, tried, fileName }: TemplateTrialProps) {
  const t = useT();
  const { data, error } = useTrial(projectId, tried);
  const query = new URLSearchParams(useTrialOptions(tried));
  const download = () =>
    saveFile(`/api/templates/projects/${projectId}/trial?${query}`, fileName).catch((failure: unknown) =>
      showToast({ kind: 'error', text: failureText(t, failure) }),
    );
  if (error) return <Notice kind="error">{failureText(t, error)}</Notice>;
  if (!data) {
    return (
      <section className="report-preview trial-pages ui-tall" aria-label={t('report.preview')} aria-busy>
        <WaitingPage />
      </section>
    );
  }
  const { pages, problem, problems, warnings, pinCount } = data;
  return (
    <Stack fluid gap={4}>
      {problems.length > 0 ? (
        <>
          <Notice kind="warning" title={t('report.templateProblems', { count: problems.length })}>
            {t('report.checkBad')}
          </Notice>
          <TemplateProblems problems={problems} />
        </>
      ) : (
        <Row gap={3} justify="between" wrap>
          <p className="ui-help">{t('report.try.filled', { count: pinCount })}</p>
          <Button kind="quiet" icon={DownloadIcon} onPress={() => void download()}>
            {t('report.try.download')}
          </Button>
        </Row>
      )}
      {warnings.length > 0 && (
        <Stack fluid gap={0}>
          <Notice kind="info">{t('report.try.warnings')}</Notice>
          <TemplateProblems problems={warnings} />
        </Stack>
      )}
      {problem !== null && problems.length === 0 && (
        <Notice kind={problem === 'converter_absent' ? 'info' : 'warning'}>
          {t(problem === 'converter_absent' ? 'report.preview.converter' : `report.problem.${problem}`)}
        </Notice>
      )}
      {pages.length > 0 && (
        <section className="report-preview trial-pages ui-tall" aria-label={t('report.preview')}>
          {pages
            .map((address, at) => ({ address, number: at + 1 }))
            .map(({ address, number }) => (
              <img
                key={number}
                className="report-preview-page"
                src={address}
                alt={t('report.preview.page', { number })}
              />
            ))}
        </section>
      )}
    </Stack>
  );
}
