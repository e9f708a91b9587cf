// Header of a file's pages: the number selected; select all, none, or a range such as "1–5, 8".
import type { ImportPage, PlanImport } from '@plumbline/core/features/imports/contract';
import { useState } from 'react';
import { Button } from '../../../ui/actions/button.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Row, Stack, Text } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import { isModelFile } from '../upload/file-check.ts';
import { type Choices, choosePages, chosenPages, parseRange, writeRange } from './page-selection.ts';
import './pages.css';

export type PageRangeProps = {
  one: PlanImport;
  choices: Choices;
  onChange: (next: (choices: Choices) => Choices) => void;
};

export function PageRange({ one, choices, onChange }: PageRangeProps) {
  const t = useT();
  // While editing, the input shows the typed text, otherwise the current selection.
  const [typed, setTyped] = useState<string>();
  const pages: readonly ImportPage[] = one.pages;
  const isModel = isModelFile(one);
  const last = pages.at(-1)?.page ?? 1;
  const written = writeRange(choices, pages);
  const take = (text: string) => {
    setTyped(text);
    const wanted = parseRange(text, last);
    if (wanted) onChange((now) => choosePages(now, pages, (page) => wanted.has(page)));
  };
  return (
    <Row gap="1 4" justify="between" wrap pad="2 0" fill>
      <Stack gap={0} shrink tight>
        <Text as="h3" cut size="m">
          {one.name}
        </Text>
        <Text size="s" ink={2}>
          {t(isModel ? 'import.storeysChosen' : 'import.pagesChosen', {
            chosen: chosenPages(choices, pages).length,
            total: pages.length,
          })}
        </Text>
      </Stack>
      {pages.length > 1 && (
        <Row>
          <Button size="s" onPress={() => onChange((now) => choosePages(now, pages, () => true))}>
            {t('import.all')}
          </Button>
          <Button size="s" onPress={() => onChange((now) => choosePages(now, pages, () => false))}>
            {t('import.none')}
          </Button>
          {/* Storeys have no meaningful page numbers. */}
          {!isModel && (
            <div className="page-range-field">
              <TextField
                label={t('import.range')}
                hideLabel
                placeholder={t('import.rangeHint')}
                value={typed ?? written}
                onChange={take}
                onBlur={() => setTyped(undefined)}
                onFocus={() => setTyped(written)}
              />
            </div>
          )}
        </Row>
      )}
    </Row>
  );
}
