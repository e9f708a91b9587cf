// The template of a report; those with problems cannot be chosen.
import type { Template } from '@plumbline/core/features/reports/contract';
import { Select } from '../../../ui/choices/select.tsx';
import { useT } from '../../../ui/translation.tsx';

type TemplateSelectProps = {
  templates: readonly Template[];
  value: string | null;
  problem?: string | undefined;
  onChange: (id: string) => void;
};

export function TemplateSelect({ templates, value, problem, onChange }: TemplateSelectProps) {
  const t = useT();
  return (
    <Select
      label={t('report.template')}
      value={value}
      problem={problem}
      onChange={onChange}
      choices={templates.map((one) => ({
        id: one.id,
        label: one.title,
        detail:
          one.problems.length > 0
            ? t('report.withProblems')
            : `${t(`report.template.${one.fileType}`)} · ${one.builtin ? t('report.builtin') : t('report.own')}`,
        isDisabled: one.problems.length > 0,
      }))}
    />
  );
}
