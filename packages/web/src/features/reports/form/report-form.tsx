// The form of a report: title, template, format, language, options and optional contents, with a preview beside it.
import { formatFits, MAX_REPORT_PINS, type Report } from '@plumbline/core/features/reports/contract';
import {
  DEFAULT_REPORT_OPTIONS,
  optionsOf,
  type ReportOptions,
  usualPaper,
} from '@plumbline/core/features/reports/options';
import type { DrawnSignature } from '@plumbline/core/features/reports/signing';
import { LANGUAGES, regionalTag } from '@plumbline/locales/languages';
import { useState } from 'react';
import { NetworkFailure } from '../../../api/failure.ts';
import { useRow } from '../../../local/use-rows.ts';
import { failureText, fieldProblem } from '../../../shared/data/shown-failure.ts';
import { useIsOffline } from '../../../shared/data/use-sync-state.ts';
import { FormDialog } from '../../../shared/navigation/unsaved.tsx';
import { useToday } from '../../../shared/site/today.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Row, Stack } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import { usableTemplate } from '../queued/create-queued.ts';
import { useQueued } from '../queued/queued-list.tsx';
import { useCreateReport, useTemplates } from '../use-reports.ts';
import { type AttendeeDraft, Attendees } from './attendees.tsx';
import { MoreFields } from './more-fields.tsx';
import { OptionsFields } from './options-fields.tsx';
import { type Output, OutputFields, offersPdf } from './output-fields.tsx';
import { ReportPins } from './report-pins.tsx';
import { TemplateSelect } from './template-select.tsx';
import { type WeatherDraft, WeatherFields, weatherOf } from './weather-fields.tsx';
import '../reports.css';
import { type PreviewContent, PreviewSpace, ReportPreview } from '../preview/report-preview.tsx';

/** Where the preview fits beside the form. */
const WIDE = '(min-width: 1100px)';

type Draft = Output & {
  title: string;
  templateId: string | null;
  attendees: AttendeeDraft[];
  weather: WeatherDraft;
  options: ReportOptions;
  signed: DrawnSignature | null;
};

type ReportFormProps = {
  projectId: string;
  pinIds: readonly string[];
  taskIds: readonly string[];
  onPins: (pinIds: string[]) => void;
  onBack: (() => void) | undefined;
  onClose: () => void;
  onMade: (() => void) | undefined;
};

/** What is created, as PDF. */
function contentOf(
  { title, language, attendees, weather, options, signed }: Draft,
  { pinIds, taskIds }: Pick<ReportFormProps, 'pinIds' | 'taskIds'>,
): Omit<PreviewContent, 'templateId'> {
  return {
    title: title.trim(),
    format: 'pdf',
    language,
    pinIds: [...pinIds],
    taskIds: [...taskIds],
    filter: null,
    attendees: attendees
      .filter((row) => row.company.trim() !== '')
      .map(({ company, people }) => ({ company: company.trim(), people })),
    weather: weatherOf(weather),
    options: { ...options, region: regionalTag(language, navigator.languages) },
    signed,
  };
}

export function ReportForm({ projectId, pinIds, taskIds, onPins, onBack, onClose, onMade }: ReportFormProps) {
  const t = useT();
  const today = useToday(projectId);
  const project = useRow('project', projectId);
  const templates = useTemplates(projectId);
  const create = useCreateReport(projectId);
  const queued = useQueued();
  const isOffline = useIsOffline();
  // Where the server cannot be reached, the report is created later.
  const waits = isOffline || create.error instanceof NetworkFailure;
  const [asked, setAsked] = useState(false);
  const [previewing, setPreviewing] = useState(() => matchMedia(WIDE).matches);
  const [draft, setDraft] = useState<Draft>(() => ({
    title: t('report.defaultTitle', { project: project?.title ?? '', day: t.date(today) }),
    templateId: null,
    format: 'pdf',
    language: LANGUAGES.find((language) => language === (project?.language ?? t.language)) ?? t.language,
    attendees: [],
    weather: { day: today, text: '', low: null, high: null, wind: null, rain: null },
    options: { ...DEFAULT_REPORT_OPTIONS, paper: usualPaper(t.locale) },
    signed: null,
  }));
  const set = (change: Partial<Draft>) => setDraft((now) => ({ ...now, ...change }));
  const usable = templates.data?.content.filter((one) => one.active) ?? [];
  const template = usableTemplate(usable, draft.templateId);
  const templateId = template?.id ?? null;
  const withPdf = offersPdf(templates.data, template);
  const titleProblem =
    asked && draft.title.trim() === '' ? t('report.needTitle') : fieldProblem(t, create.error, 'title');

  const ofTasks = taskIds.length > 0;
  const nothing = pinIds.length === 0 && !ofTasks;
  const tooMany = Math.max(pinIds.length, taskIds.length) > MAX_REPORT_PINS;

  const content = contentOf(draft, { pinIds, taskIds });
  const make = async () => {
    setAsked(true);
    if (draft.title.trim() === '' || nothing || tooMany) return;
    if (waits) {
      await queued.store({
        ...{ id: crypto.randomUUID(), projectId, format: draft.format, content: { ...content, templateId } },
      });
      onMade?.();
      onClose();
      return;
    }
    if (template === undefined) return;
    const format: Report['format'] = draft.format === 'pdf' && withPdf ? 'pdf' : template.fileType;
    if (!formatFits(template.fileType, format)) return;
    try {
      await create.mutateAsync({
        ...content,
        templateId: template.id,
        id: crypto.randomUUID(),
        format,
      });
    } catch {
      // The dialog shows the error stored by the mutation.
      return;
    }
    showToast({ kind: 'success', text: t('report.made') });
    onMade?.();
    onClose();
  };

  return (
    <FormDialog
      title={t('report.makeTitle')}
      detail={
        nothing
          ? t('report.needPin')
          : ofTasks
            ? t('report.makeDetailTasks', { count: taskIds.length })
            : t('report.makeDetail', { count: pinIds.length })
      }
      isOpen
      isBusy={create.isPending}
      size={previewing ? 'large' : 'medium'}
      onClose={onClose}
      actionsStart={
        <Row gap={2} wrap>
          {onBack && (
            <Button kind="quiet" isDisabled={create.isPending} onPress={onBack}>
              {t(ofTasks ? 'report.backTasks' : 'report.back')}
            </Button>
          )}
          <Button kind="quiet" isDisabled={nothing || isOffline} onPress={() => setPreviewing(!previewing)}>
            {t(previewing ? 'report.preview.hide' : 'report.preview.show')}
          </Button>
        </Row>
      }
      actions={
        <>
          <Button isDisabled={create.isPending} onPress={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button
            kind="next"
            isPending={create.isPending}
            isDisabled={nothing || tooMany || (template === undefined && !waits)}
            onPress={() => void make()}
          >
            {t(waits ? 'report.whenOnline' : 'report.create')}
          </Button>
        </>
      }
    >
      <Stack fluid gap={4}>
        {tooMany && <Notice kind="warning">{t('report.tooMany', { count: MAX_REPORT_PINS })}</Notice>}
        {create.isError && !waits && <Notice kind="error">{failureText(t, create.error)}</Notice>}
        {waits && <Notice kind="offline">{t('report.offline')}</Notice>}
        <div className={previewing ? 'report-with-preview ui-tall' : undefined}>
          <Stack fluid gap={4}>
            <TextField
              label={t('report.title')}
              value={draft.title}
              maxLength={200}
              problem={titleProblem}
              onChange={(title) => set({ title })}
              autoFocus
            />
            {!(waits && usable.length === 0) && (
              <TemplateSelect templates={usable} value={templateId} onChange={(id) => set({ templateId: id })} />
            )}
            <OutputFields template={template} withPdf={withPdf} value={draft} onChange={set} />
            {template && optionsOf(template.id).size > 0 && (
              <MoreFields label={t('report.options')}>
                <OptionsFields
                  templateId={template.id}
                  value={draft.options}
                  onChange={(options) => set({ options })}
                  signing={{ signed: draft.signed, onSigned: (signed) => set({ signed }) }}
                />
              </MoreFields>
            )}
            <MoreFields label={t('report.moreFields')}>
              <Attendees value={draft.attendees} onChange={(attendees) => set({ attendees })} />
              <WeatherFields
                projectId={projectId}
                language={draft.language}
                value={draft.weather}
                today={today}
                onChange={(weather) => set({ weather })}
              />
            </MoreFields>
            {!ofTasks && (
              <Stack fluid>
                <span className="ui-label">{t('report.pins')}</span>
                <ReportPins projectId={projectId} pinIds={pinIds} onChange={onPins} />
              </Stack>
            )}
          </Stack>
          {previewing &&
            !waits &&
            (template === undefined || nothing || tooMany || content.title === '' ? (
              <PreviewSpace isWaiting={templates.isPending} />
            ) : (
              <ReportPreview projectId={projectId} content={{ ...content, templateId: template.id }} />
            ))}
        </div>
      </Stack>
    </FormDialog>
  );
}
