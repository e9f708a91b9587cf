// The template that a new project starts with. Nothing is shown in an organisation without templates.
import type { ProjectTemplate } from '@plumbline/core/features/projects/templates-contract';
import { useQuery } from '@tanstack/react-query';
import { containedText, projectTemplates } from '../../../shared/data/project-templates.ts';
import { Select } from '../../../ui/choices/select.tsx';
import { useT } from '../../../ui/translation.tsx';

const NONE = 'none';

type TemplateChoiceProps = {
  value: string | undefined;
  onChange: (template: ProjectTemplate | undefined) => void;
  isDisabled: boolean;
};

export function TemplateChoice({ value, onChange, isDisabled }: TemplateChoiceProps) {
  const t = useT();
  const { data: templates = [] } = useQuery(projectTemplates);
  if (templates.length === 0) return null;
  const chosen = templates.find((one) => one.id === value);
  return (
    <Select
      label={t('projectTemplate.label')}
      choices={[
        { id: NONE, label: t('projectTemplate.none') },
        ...templates.map(({ id, title }) => ({ id, label: title })),
      ]}
      value={value ?? NONE}
      onChange={(id) => onChange(templates.find((one) => one.id === id))}
      isDisabled={isDisabled}
      help={chosen && containedText(t, chosen)}
    />
  );
}
