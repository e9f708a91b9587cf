// Making a report: pins in their order, a title, a template, a format, and what else stands in it.
import type { Template } from '@plumbline/core/features/reports/contract';
import { COMPLETE_LANGUAGES, LANGUAGE_NAMES } from '@plumbline/locales/languages';
import { useState } from 'react';
import { failureText, fieldProblem } from '../../app/shown-failure.ts';
import { useRow } from '../../local/use-rows.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { showToast } from '../../ui/feedback/toast.tsx';
import { DateField } from '../../ui/fields/date-field.tsx';
import { RadioGroup } from '../../ui/fields/radio-group.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { ChevronDownIcon, ChevronUpIcon } from '../../ui/icons.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { useT } from '../../ui/translation.tsx';
import { useToday } from '../pins/today.ts';
import { type AttendeeDraft, Attendees } from './attendees.tsx';
import { ChoosePins } from './choose-pins.tsx';
import { ReportPins } from './report-pins.tsx';
import { useCreateReport, useTemplates } from './use-reports.ts';
import './reports.css';

export type ReportDialogProps = {
  projectId: string;
  /** The pins in their order; without them they are chosen first. */
  pinIds?: readonly string[] | undefined;
  onClose: () => void;
  onMade?: (() => void) | undefined;
};

export function ReportDialog({ projectId, pinIds: given, onClose, onMade }: ReportDialogProps) {
  const t = useT();
  const [pinIds, setPinIds] = useState<readonly string[]>(given ?? []);
  const [choosing, setChoosing] = useState(given === undefined);
  if (choosing) {
    return (
      <Dialog
        title={t('report.choosePins')}
        detail={t('report.chooseText')}
        isOpen
        onClose={onClose}
        actions={
          <>
            <Button onPress={onClose}>{t('ui.cancel')}</Button>
            <Button kind="next" isDisabled={pinIds.length === 0} onPress={() => setChoosing(false)}>
              {pinIds.length === 0 ? t('report.needPin') : t('report.next', { count: pinIds.length })}
            </Button>
          </>
        }
      >
        <ChoosePins projectId={projectId} value={pinIds} onChange={setPinIds} />
      </Dialog>
    );
  }
  return (
    <ReportForm
      projectId={projectId}
      pinIds={pinIds}
      onPins={setPinIds}
      onBack={given === undefined ? () => setChoosing(true) : undefined}
      onClose={onClose}
      onMade={onMade}
    />
  );
}

type Draft = {
  title: string;
  templateId: string | null;
  format: 'docx' | 'pdf';
  language: string;
  attendees: AttendeeDraft[];
  weatherDay: string | null;
  weatherText: string;
};

type ReportFormProps = {
  projectId: string;
  pinIds: readonly string[];
  onPins: (pinIds: string[]) => void;
  onBack: (() => void) | undefined;
  onClose: () => void;
  onMade: (() => void) | undefined;
};

function ReportForm({ projectId, pinIds, onPins, onBack, onClose, onMade }: ReportFormProps) {
  const t = useT();
  const today = useToday(projectId);
  const project = useRow('project', projectId);
  const templates = useTemplates(projectId);
  const create = useCreateReport(projectId);
  const [more, setMore] = useState(false);
  const [asked, setAsked] = useState(false);
  const [draft, setDraft] = useState<Draft>(() => ({
    title: t('report.defaultTitle', { project: project?.title ?? '', day: t.date(today) }),
    templateId: null,
    format: 'docx',
    language: COMPLETE_LANGUAGES.find((one) => one === (project?.language ?? t.language)) ?? t.language,
    attendees: [],
    weatherDay: today,
    weatherText: '',
  }));
  const set = (change: Partial<Draft>) => setDraft((now) => ({ ...now, ...change }));
  const usable = templates.data?.content.filter((one) => one.active) ?? [];
  const templateId = draft.templateId ?? usable.find((one) => one.problems.length === 0)?.id ?? null;
  const withPdf = templates.data?.formats.includes('pdf') ?? false;
  const titleProblem =
    asked && draft.title.trim() === '' ? t('report.needTitle') : fieldProblem(t, create.error, 'title');

  const make = async () => {
    setAsked(true);
    if (draft.title.trim() === '' || templateId === null || pinIds.length === 0) return;
    const weather = draft.weatherText.trim();
    try {
      await create.mutateAsync({
        id: crypto.randomUUID(),
        title: draft.title.trim(),
        templateId,
        format: draft.format,
        language: draft.language,
        pinIds: [...pinIds],
        attendees: draft.attendees
          .filter((row) => row.company.trim() !== '')
          .map(({ company, people }) => ({ company: company.trim(), people })),
        weather: weather === '' || draft.weatherDay === null ? null : { day: draft.weatherDay, text: weather },
      });
    } catch {
      // The dialog shows what the mutation keeps.
      return;
    }
    showToast({ kind: 'success', text: t('report.made') });
    onMade?.();
    onClose();
  };

  return (
    <Dialog
      title={t('report.makeTitle')}
      detail={pinIds.length === 0 ? t('report.needPin') : t('report.makeDetail', { count: pinIds.length })}
      isOpen
      isBusy={create.isPending}
      onClose={onClose}
      actionsStart={
        onBack && (
          <Button kind="quiet" isDisabled={create.isPending} onPress={onBack}>
            {t('report.back')}
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
            isDisabled={pinIds.length === 0 || templateId === null}
            onPress={() => void make()}
          >
            {t('report.create')}
          </Button>
        </>
      }
    >
      <div className="report-form">
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
        <div className="report-form-pair">
          <RadioGroup
            label={t('report.format')}
            row
            value={withPdf ? draft.format : 'docx'}
            onChange={(format) => set({ format })}
            help={templates.data && !withPdf ? t('report.pdfAbsent') : undefined}
            choices={[
              { id: 'docx', label: t('report.format.docx') },
              { id: 'pdf', label: t('report.format.pdf'), isDisabled: !withPdf },
            ]}
          />
          <Select
            label={t('report.language')}
            value={draft.language}
            onChange={(language) => set({ language })}
            choices={COMPLETE_LANGUAGES.map((id) => ({ id, label: LANGUAGE_NAMES[id] }))}
          />
        </div>
        <div>
          <Button
            kind="quiet"
            iconEnd={more ? ChevronUpIcon : ChevronDownIcon}
            aria-expanded={more}
            onPress={() => setMore(!more)}
          >
            {t('report.moreFields')}
          </Button>
        </div>
        {more && (
          <>
            <Attendees value={draft.attendees} onChange={(attendees) => set({ attendees })} />
            <div className="report-form-pair">
              <TextField
                label={t('report.weather')}
                optional
                help={t('report.weatherHint')}
                value={draft.weatherText}
                maxLength={200}
                onChange={(weatherText) => set({ weatherText })}
              />
              <DateField
                label={t('report.weatherDay')}
                value={draft.weatherDay}
                max={today}
                onChange={(weatherDay) => set({ weatherDay })}
              />
            </div>
          </>
        )}
        <div className="report-form-pins">
          <span className="ui-label">{t('report.pins')}</span>
          <ReportPins projectId={projectId} pinIds={pinIds} onChange={onPins} />
        </div>
      </div>
    </Dialog>
  );
}

type TemplateSelectProps = { templates: readonly Template[]; value: string | null; onChange: (id: string) => void };

function TemplateSelect({ templates, value, onChange }: TemplateSelectProps) {
  const t = useT();
  return (
    <Select
      label={t('report.template')}
      value={value}
      onChange={onChange}
      choices={templates.map((one) => ({
        id: one.id,
        label: one.title,
        detail:
          one.problems.length > 0 ? t('report.withProblems') : one.builtin ? t('report.builtin') : t('report.own'),
        isDisabled: one.problems.length > 0,
      }))}
    />
  );
}
