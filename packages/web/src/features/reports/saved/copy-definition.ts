// A copy of a saved report, told apart by its number and without a schedule: it must not send the same report to the same
// people a second time before its author has changed it.
import type { DefinitionContent, ReportDefinition } from '@plumbline/core/features/reports/definitions';

/** The longest title of a saved report. */
const MAX_NAME = 200;

export function copyOf(definition: ReportDefinition): DefinitionContent {
  const { title, source, templateId, format, language, options, recipients } = definition;
  const [, base = title, number = '1'] = /^(.*) \((\d{1,3})\)$/su.exec(title) ?? [];
  const ending = ` (${Number(number) + 1})`;
  const numbered = base.slice(0, MAX_NAME - ending.length) + ending;
  return { title: numbered, source, templateId, format, language, options, recipients, schedule: null };
}
