// Creates a report of pins (in order) or tasks, with title, template, format and the optional contents.
import { formatFits, MAX_REPORT_PINS, pdfNeedsConverter, type Report } from '@plumbline/core/features/reports/contract';
import {
  DEFAULT_REPORT_OPTIONS,
  optionsOf,
  type ReportOptions,
  usualPaper,
} from '@plumbline/core/features/reports/options';
import { LANGUAGE_NAMES, LANGUAGES, type Language, regionalTag } from '@plumbline/locales/languages';
import { useState } from 'react';
import { useRow } from '../../local/use-rows.ts';
import { failureText, fieldProblem } from '../../shared/data/shown-failure.ts';
import type { ReportDialogProps } from '../../shared/site/report-dialog.tsx';
import { useToday } from '../../shared/site/today.ts';
import { Button } from '../../ui/actions/button.tsx';
import { SegmentedControl } from '../../ui/actions/segmented-control.tsx';
import { RadioGroup } from '../../ui/choices/radio-group.tsx';
import { Select } from '../../ui/choices/select.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { showToast } from '../../ui/feedback/toast.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { Grid, Stack } from '../../ui/layout/primitives.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { useT } from '../../ui/translation.tsx';
import { type AttendeeDraft, Attendees } from './form/attendees.tsx';
import { ChoosePins } from './form/choose-pins.tsx';
import { ChooseTasks } from './form/choose-tasks.tsx';
import { MoreFields } from './form/more-fields.tsx';
import { OptionsFields } from './form/options-fields.tsx';
import { ReportPins } from './form/report-pins.tsx';
import { TemplateSelect } from './form/template-select.tsx';
import { type WeatherDraft, WeatherFields, weatherOf } from './form/weather-fields.tsx';
import { useCreateReport, useTemplates } from './use-reports.ts';
import './reports.css';

export function ReportDialog({ projectId, pinIds: given, taskIds: givenTasks, onClose, onMade }: ReportDialogProps) {
  const t = useT();
  const [pinIds, setPinIds] = useState<readonly string[]>(given ?? []);
  const [taskIds, setTaskIds] = useState<readonly string[]>(givenTasks ?? []);
  const [source, setSource] = useState<Source>(givenTasks === undefined ? 'pins' : 'tasks');
  const free = given === undefined && givenTasks === undefined;
  const [choosing, setChoosing] = useState(free);
  const count = source === 'pins' ? pinIds.length : taskIds.length;
  if (choosing) {
    return (
      <Dialog
        title={t(source === 'pins' ? 'report.choosePins' : 'report.chooseTasks')}
        detail={t(source === 'pins' ? 'report.chooseText' : 'report.chooseTasksText')}
        isOpen
        onClose={onClose}
        actions={
          <>
            <Button onPress={onClose}>{t('ui.cancel')}</Button>
            <Button kind="next" isDisabled={count === 0} onPress={() => setChoosing(false)}>
              {count === 0
                ? t(source === 'pins' ? 'report.needPin' : 'report.needTask')
                : t(source === 'pins' ? 'report.next' : 'report.nextTasks', { count })}
            </Button>
          </>
        }
      >
        <div className="report-source">
          <SegmentedControl
            label={t('report.source')}
            value={source}
            onChange={setSource}
            segments={[
              { id: 'pins', label: t('report.source.pins') },
              { id: 'tasks', label: t('report.source.tasks') },
            ]}
          />
        </div>
        {source === 'pins' ? (
          <ChoosePins projectId={projectId} value={pinIds} onChange={setPinIds} />
        ) : (
          <ChooseTasks projectId={projectId} value={taskIds} onChange={setTaskIds} />
        )}
      </Dialog>
    );
  }
  return (
    <ReportForm
      projectId={projectId}
      pinIds={source === 'pins' ? pinIds : []}
      taskIds={source === 'tasks' ? taskIds : []}
      onPins={setPinIds}
      onBack={free ? () => setChoosing(true) : undefined}
      onClose={onClose}
      onMade={onMade}
    />
  );
}

type Source = 'pins' | 'tasks';

type Draft = {
  title: string;
  templateId: string | null;
  format: 'office' | 'pdf';
  language: Language;
  attendees: AttendeeDraft[];
  weather: WeatherDraft;
  options: ReportOptions;
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

function ReportForm({ projectId, pinIds, taskIds, onPins, onBack, onClose, onMade }: ReportFormProps) {
  const t = useT();
  const today = useToday(projectId);
  const project = useRow('project', projectId);
  const templates = useTemplates(projectId);
  const create = useCreateReport(projectId);
  const [asked, setAsked] = useState(false);
  const [draft, setDraft] = useState<Draft>(() => ({
    title: t('report.defaultTitle', { project: project?.title ?? '', day: t.date(today) }),
    templateId: null,
    format: 'pdf',
    language: LANGUAGES.find((language) => language === (project?.language ?? t.language)) ?? t.language,
    attendees: [],
    weather: { day: today, text: '', low: null, high: null, wind: null, rain: null },
    options: { ...DEFAULT_REPORT_OPTIONS, paper: usualPaper(t.locale) },
  }));
  const set = (change: Partial<Draft>) => setDraft((now) => ({ ...now, ...change }));
  const usable = templates.data?.content.filter((one) => one.active) ?? [];
  const templateId = draft.templateId ?? usable.find((one) => one.problems.length === 0)?.id ?? null;
  const template = usable.find((one) => one.id === templateId);
  // PDF until the server says otherwise: a default that changes once the answer arrives would undo the user's choice.
  const withPdf =
    template === undefined || !pdfNeedsConverter(template) || (templates.data?.formats.includes('pdf') ?? true);
  const titleProblem =
    asked && draft.title.trim() === '' ? t('report.needTitle') : fieldProblem(t, create.error, 'title');

  const ofTasks = taskIds.length > 0;
  const nothing = pinIds.length === 0 && !ofTasks;
  const tooMany = Math.max(pinIds.length, taskIds.length) > MAX_REPORT_PINS;

  const make = async () => {
    setAsked(true);
    if (draft.title.trim() === '' || template === undefined || nothing || tooMany) return;
    const format: Report['format'] = draft.format === 'pdf' && withPdf ? 'pdf' : template.fileType;
    if (!formatFits(template.fileType, format)) return;
    try {
      await create.mutateAsync({
        id: crypto.randomUUID(),
        title: draft.title.trim(),
        templateId: template.id,
        format,
        language: draft.language,
        pinIds: [...pinIds],
        taskIds: [...taskIds],
        attendees: draft.attendees
          .filter((row) => row.company.trim() !== '')
          .map(({ company, people }) => ({ company: company.trim(), people })),
        weather: weatherOf(draft.weather),
        options: { ...draft.options, region: regionalTag(draft.language, navigator.languages) },
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
    <Dialog
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
      onClose={onClose}
      actionsStart={
        onBack && (
          <Button kind="quiet" isDisabled={create.isPending} onPress={onBack}>
            {t(ofTasks ? 'report.backTasks' : 'report.back')}
          </Button>
        )
      }
      actions={
        <>
          <Button isDisabled={create.isPending} onPress={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button
            kind="next"
            isPending={create.isPending}
            isDisabled={nothing || tooMany || templateId === null}
            onPress={() => void make()}
          >
            {t('report.create')}
          </Button>
        </>
      }
    >
      <Stack fluid gap={4}>
        {tooMany && <Notice kind="warning">{t('report.tooMany', { count: MAX_REPORT_PINS })}</Notice>}
        {create.isError && <Notice kind="error">{failureText(t, create.error)}</Notice>}
        {templates.isError && <Notice kind="offline">{t('report.offline')}</Notice>}
        <TextField
          label={t('report.title')}
          value={draft.title}
          maxLength={200}
          problem={titleProblem}
          onChange={(title) => set({ title })}
          autoFocus
        />
        <TemplateSelect templates={usable} value={templateId} onChange={(id) => set({ templateId: id })} />
        <Grid columns="fit" min={240} gap={4}>
          <RadioGroup
            label={t('report.format')}
            row
            value={withPdf ? draft.format : 'office'}
            onChange={(format) => set({ format })}
            help={withPdf ? undefined : t('report.pdfAbsent')}
            choices={[
              { id: 'pdf', label: t('report.format.pdf'), isDisabled: !withPdf },
              { id: 'office', label: t(`report.format.${template?.fileType ?? 'docx'}`) },
            ]}
          />
          <Select
            label={t('report.language')}
            value={draft.language}
            onChange={(id) => set({ language: LANGUAGES.find((one) => one === id) ?? draft.language })}
            choices={LANGUAGES.map((id) => ({ id, label: LANGUAGE_NAMES[id] }))}
          />
        </Grid>
        {template && optionsOf(template.id).size > 0 && (
          <MoreFields label={t('report.options')}>
            <OptionsFields templateId={template.id} value={draft.options} onChange={(options) => set({ options })} />
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
    </Dialog>
  );
}
