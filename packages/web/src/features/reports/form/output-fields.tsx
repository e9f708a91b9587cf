// The format and the language of a report.
import type { Template } from '@plumbline/core/features/reports/contract';
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '@plumbline/locales/languages';
import { RadioGroup } from '../../../ui/choices/radio-group.tsx';
import { Select } from '../../../ui/choices/select.tsx';
import { Grid } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import { hasPdf } from '../queued/create-queued.ts';
import type { useTemplates } from '../use-reports.ts';

/** `office`: in the file type of the template. */
export type Output = { format: 'office' | 'pdf'; language: Language };

/**
 * Whether a report of the template can be a PDF. Until the server says otherwise, it can: a default that changes once the
 * answer arrives would undo the user's choice.
 */
export const offersPdf = (known: ReturnType<typeof useTemplates>['data'], template: Template | undefined): boolean =>
  hasPdf(template, known?.formats);

type OutputFieldsProps = {
  template: Template | undefined;
  withPdf: boolean;
  value: Output;
  onChange: (change: Partial<Output>) => void;
};

export function OutputFields({ template, withPdf, value, onChange }: OutputFieldsProps) {
  const t = useT();
  return (
    <Grid columns="fit" min={240} gap={4}>
      <RadioGroup
        label={t('report.format')}
        row
        value={withPdf ? value.format : 'office'}
        onChange={(format) => onChange({ format })}
        help={withPdf ? undefined : t('report.pdfAbsent')}
        choices={[
          { id: 'pdf', label: t('report.format.pdf'), isDisabled: !withPdf },
          { id: 'office', label: t(`report.format.${template?.fileType ?? 'docx'}`) },
        ]}
      />
      <Select
        label={t('report.language')}
        value={value.language}
        onChange={(id) => onChange({ language: LANGUAGES.find((one) => one === id) ?? value.language })}
        choices={LANGUAGES.map((id) => ({ id, label: LANGUAGE_NAMES[id] }))}
      />
    </Grid>
  );
}
