// What a page becomes: how it was matched, and the plan that gets a revision. Chosen from a list on request, because the
// list of a large project is slow to build for every page.
import type { PageMatch } from '@plumbline/core/features/imports/set-contract';
import { useState } from 'react';
import { Button } from '../../../ui/actions/button.tsx';
import { ComboBox } from '../../../ui/choices/combo-box.tsx';
import type { Choice } from '../../../ui/choices/option.tsx';
import { Row, Stack, Text } from '../../../ui/layout/primitives.tsx';
import { Tag } from '../../../ui/marks/tag.tsx';
import { useT } from '../../../ui/translation.tsx';
import type { Decision } from './page-decision.ts';
import './sets.css';

export const NEW_PLAN = 'new';

export type PageDecision = {
  decision: Decision;
  match: PageMatch | undefined;
  /** "New plan", then the drawings of the project. */
  choices: readonly Choice[];
  /** It is uncertain because other pages have the same number. */
  isRepeated: boolean;
};

type PageBecomesProps = PageDecision & {
  /** Display name of the page. */
  name: string;
  isDisabled: boolean;
  /** The undecided pages are marked. */
  strict: boolean;
  onChange: (planId: string | null) => void;
};

export function PageBecomes({ name, decision, match, choices, ...props }: PageBecomesProps) {
  const { isRepeated, isDisabled, strict, onChange } = props;
  const t = useT();
  const [choosing, setChoosing] = useState(false);
  const { kind, planId } = decision;
  const id = planId === null ? NEW_PLAN : planId;
  const label = `${t('import.becomes')}, ${name}`;
  const likely = choices.find((choice) => choice.id === match?.planId);
  const shown = id === undefined ? likely && `${likely.label}?` : choices.find((choice) => choice.id === id)?.label;
  const isMissing = strict && id === undefined && !isDisabled;
  const resized = planId && match?.planId === planId && !match.sameSize;
  return (
    <Stack fluid gap={1} pad="0 0 1" className="page-becomes" data-kind={kind} data-missing={isMissing || undefined}>
      <Row>
        <Tag>{t(`import.match.${kind}`)}</Tag>
      </Row>
      {isRepeated && (
        <Text size="xs" ink={2}>
          {t('import.sameNumber')}
        </Text>
      )}
      {resized && (
        <Text size="xs" ink="danger">
          {t('import.otherSize')}
        </Text>
      )}
      {choosing && !isDisabled ? (
        <ComboBox
          label={label}
          hideLabel
          choices={likely ? [likely, ...choices.filter((choice) => choice !== likely)] : choices}
          value={id ?? null}
          autoFocus
          onChange={(chosen) => {
            if (chosen === null) return;
            onChange(chosen === NEW_PLAN ? null : chosen);
            setChoosing(false);
          }}
        />
      ) : (
        <Button
          size="s"
          aria-label={`${label}: ${shown ?? t('ui.choose')}`}
          isDisabled={isDisabled}
          onPress={() => setChoosing(true)}
        >
          <Text cut>{shown ?? t('ui.choose')}</Text>
        </Button>
      )}
    </Stack>
  );
}
