// Describes what a saved report contains and when it is created.
import type { DefinitionProblem, ReportSource } from '@plumbline/core/features/reports/definitions';
import type { ReportSchedule } from '@plumbline/core/features/reports/schedule';
import type { Translator } from '@plumbline/locales/translate';
import { weekdayName } from '../../tasks/form/repeat-text.ts';

export function sourceWords(t: Translator, source: ReportSource): string {
  if (source.kind === 'pins') return t('report.pinsChosen', { count: source.pinIds.length });
  if (source.kind === 'tasks') return t('report.tasksChosen', { count: source.taskIds.length });
  return t(`report.saved.source.${source.kind}`);
}

export function scheduleWords(t: Translator, schedule: ReportSchedule | null): string {
  if (schedule === null) return t('report.saved.every.none');
  const parts = [t(`report.saved.every.${schedule.every}`)];
  if (schedule.every === 'week') parts.push(weekdayName(t, schedule.weekday, 'long'));
  if (schedule.every === 'month') parts.push(t('report.saved.onDay', { day: schedule.day }));
  return [...parts, t.time(new Date(`2000-01-01T${schedule.time}:00Z`), 'UTC')].join(' · ');
}

export const definitionProblemWords = (t: Translator, problem: DefinitionProblem): string =>
  problem === 'template_invalid' || problem === 'converter_absent' || problem === 'internal'
    ? t(`report.problem.${problem}`)
    : t(`report.saved.problem.${problem}`);
