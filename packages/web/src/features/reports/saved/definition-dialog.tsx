// Creates or edits a saved report: content, template, format, language, schedule and recipients.
import { formatFits } from '@plumbline/core/features/reports/contract';
import { MAX_RECIPIENTS, type ReportDefinition, type ReportSource } from '@plumbline/core/features/reports/definitions';
import {
  DEFAULT_REPORT_OPTIONS,
  optionsOf,
  type ReportOptions,
  usualPaper,
} from '@plumbline/core/features/reports/options';
import type { ReportSchedule } from '@plumbline/core/features/reports/schedule';
import { LANGUAGES, regionalTag } from '@plumbline/locales/languages';
import { useState } from 'react';
import { useRow } from '../../../local/use-rows.ts';
import { failureText, fieldProblem } from '../../../shared/data/shown-failure.ts';
import { FormDialog } from '../../../shared/navigation/unsaved.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Stack } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import { MoreFields } from '../form/more-fields.tsx';
import { OptionsFields } from '../form/options-fields.tsx';
import { type Output, OutputFields, offersPdf } from '../form/output-fields.tsx';
import { TemplateSelect } from '../form/template-select.tsx';
import { useTemplates } from '../use-reports.ts';
import { ScheduleFields } from './schedule-fields.tsx';
import { SourceFields } from './source-fields.tsx';
import { useSaveDefinition } from './use-definitions.ts';

const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/u;

type DefinitionDialogProps = {
  projectId: string;
  /** Omitted for a new one. */
  definition?: ReportDefinition | undefined;
  onClose: () => void;
};

type Draft = Output & {
  title: string;
  source: ReportSource;
  templateId: string | null;
  options: ReportOptions;
  recipients: string;
  schedule: ReportSchedule | null;
};

export function DefinitionDialog({ projectId, definition, onClose }: DefinitionDialogProps) {
  const t = useT();
  const project = useRow('project', projectId);
  const templates = useTemplates(projectId);
  const save = useSaveDefinition(projectId);
  const [asked, setAsked] = useState(false);
  const [draft, setDraft] = useState<Draft>(() => ({
    title: definition?.title ?? '',
    source: definition?.source ?? { kind: 'filter', filter: { status: ['open'] } },
    templateId: definition?.templateId ?? null,
    format: definition && definition.format !== 'pdf' ? 'office' : 'pdf',
    language: LANGUAGES.find((one) => one === (definition?.language ?? project?.language)) ?? t.language,
    options: definition?.options ?? { ...DEFAULT_REPORT_OPTIONS, paper: usualPaper(t.locale) },
    recipients: definition?.recipients.join(', ') ?? '',
    schedule: definition?.schedule ?? null,
  }));
  const set = (change: Partial<Draft>) => setDraft((now) => ({ ...now, ...change }));
  const usable = templates.data?.content.filter((one) => one.active) ?? [];
  const template =
    usable.find((one) => one.id === draft.templateId) ?? (draft.templateId === null ? usable[0] : undefined);
  const withPdf = offersPdf(templates.data, template);
  const addresses = draft.recipients.split(/[\s,;]+/u).filter(Boolean);
  const bad = addresses.find((one) => !ADDRESS.test(one));
  const noTitle = draft.title.trim() === '';
  const noSource =
    (draft.source.kind === 'group' && draft.source.groupId === '') ||
    (draft.source.kind === 'view' && draft.source.viewId === '');
  const recipientsProblem =
    bad !== undefined
      ? t('report.mail.badAddress', { address: bad })
      : addresses.length > MAX_RECIPIENTS
        ? t('report.mail.tooMany')
        : undefined;

  const submit = async () => {
    setAsked(true);
    if (noTitle || noSource || template === undefined || recipientsProblem !== undefined) return;
    const format: ReportDefinition['format'] = draft.format === 'pdf' && withPdf ? 'pdf' : template.fileType;
    if (!formatFits(template.fileType, format)) return;
    const { title, source, language, schedule } = draft;
    const options = { ...draft.options, region: regionalTag(language, navigator.languages) };
    const content = { title: title.trim(), source, templateId: template.id, format, language, options, schedule };
    const saved = await save
      .mutateAsync({ id: definition?.id, content: { ...content, recipients: addresses } })
      // The dialog shows the error stored by the mutation.
      .catch(() => undefined);
    if (saved) onClose();
  };

  return (
    <FormDialog
      title={t(definition ? 'report.saved.edit' : 'report.saved.new')}
      isOpen
      isBusy={save.isPending}
      onClose={onClose}
      actions={
        <>
          <Button isDisabled={save.isPending} onPress={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button
            kind="next"
            isPending={save.isPending}
            isDisabled={templates.data === undefined}
            onPress={() => void submit()}
          >
            {t('report.saved.save')}
          </Button>
        </>
      }
    >
      <Stack fluid gap={4}>
        {save.isError && <Notice kind="error">{failureText(t, save.error)}</Notice>}
        {templates.isError && <Notice kind="offline">{t('report.offline')}</Notice>}
        <TextField
          label={t('report.title')}
          value={draft.title}
          maxLength={200}
          problem={asked && noTitle ? t('report.needTitle') : fieldProblem(t, save.error, 'title')}
          onChange={(title) => set({ title })}
          autoFocus
        />
        <SourceFields
          projectId={projectId}
          value={draft.source}
          problem={asked && noSource}
          onChange={(source) => set({ source })}
        />
        <TemplateSelect
          templates={usable}
          value={template?.id ?? null}
          problem={templates.data && template === undefined ? t('report.saved.problem.template_missing') : undefined}
          onChange={(templateId) => set({ templateId })}
        />
        <OutputFields template={template} withPdf={withPdf} value={draft} onChange={set} />
        {template && optionsOf(template.id).size > 0 && (
          <MoreFields label={t('report.options')}>
            <OptionsFields templateId={template.id} value={draft.options} onChange={(options) => set({ options })} />
          </MoreFields>
        )}
        <ScheduleFields value={draft.schedule} onChange={(schedule) => set({ schedule })} />
        <TextField
          label={t('report.saved.recipients')}
          optional
          help={t('report.saved.recipientsHelp')}
          type="email"
          value={draft.recipients}
          maxLength={4_000}
          problem={asked ? recipientsProblem : undefined}
          onChange={(recipients) => set({ recipients })}
        />
      </Stack>
    </FormDialog>
  );
}
