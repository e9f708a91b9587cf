// The problems of a template by location, with suggested corrections.
import type { Template } from '@plumbline/core/features/reports/contract';
import { TEMPLATE_PROBLEM_CODES } from '@plumbline/core/features/reports/template-problem';
import type { TextKey } from '@plumbline/locales/keys';
import type { Translator } from '@plumbline/locales/translate';
import { ErrorIcon, IconMark } from '../../../ui/icons.tsx';
import { Row, Stack, Text } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import '../reports.css';

type Problem = Template['problems'][number];

/** Problems whose suggestion is to be added, not to replace what is there. */
const REQUIRED_CODES: ReadonlySet<Problem['code']> = new Set(['missing', 'wrong_position']);

/** The location in the document, as shown in Word or Excel. */
function placeOf(t: Translator, { part, paragraph, cell, tag, near }: Problem): string {
  const place = partOf(t, { part, paragraph, cell });
  return near === undefined || near === tag ? place : t('report.place.near', { place, text: near });
}

function partOf(t: Translator, { part, paragraph, cell }: Pick<Problem, 'part' | 'paragraph' | 'cell'>): string {
  if (cell !== undefined) return t('report.place.cell', { cell });
  const name = part.split('/').at(-1) ?? '';
  const kind = (['header', 'footer', 'document'] as const).find((one) => name.startsWith(one));
  if (part === '' || paragraph === 0) return t('report.place.file');
  return t(`report.place.${kind ?? 'notes'}`, { paragraph });
}

/** Other problems are those of the file as a whole. */
export const isPlaceholderProblem = ({ code, tag }: Pick<Problem, 'code' | 'tag'>): boolean =>
  code !== 'unreadable' && tag !== '';

function problemWords(t: Translator, { code, tag, reason }: Problem): string {
  if (code === 'no_placeholder') return t('report.check.no_placeholder', { example: '{report.title}' });
  if (!isPlaceholderProblem({ code, tag })) {
    const key = `report.reason.${reason ?? 'other'}`;
    return t.has(key) ? t(key as TextKey) : t('report.reason.other');
  }
  return TEMPLATE_PROBLEM_CODES.includes(code) ? t(`report.check.${code}`, { tag }) : code;
}

export function TemplateProblems({ problems }: { problems: readonly Problem[] }) {
  const t = useT();
  return (
    <Stack as="ol" gap={0}>
      {problems.map((problem, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and equal problems may repeat
        <Row key={index} as="li" gap={3} align="stretch" pad="3 0" className="template-problem">
          <IconMark icon={ErrorIcon} />
          <Text as="div" shrink breaks>
            <p>{problemWords(t, problem)}</p>
            {problem.suggestion && (
              <Text as="p" ink="brand" weight="medium">
                {t(REQUIRED_CODES.has(problem.code) ? 'report.check.addSuggestion' : 'report.check.suggestion', {
                  suggestion: problem.suggestion,
                })}
              </Text>
            )}
            <p className="ui-help">{placeOf(t, problem)}</p>
          </Text>
        </Row>
      ))}
    </Stack>
  );
}
