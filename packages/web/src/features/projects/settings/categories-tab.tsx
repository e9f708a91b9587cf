// The pin categories of a project: titles, colours, order, and which are in use. All changes are saved together.

import { categoryProblems } from '@plumbline/core/features/projects/actions';
import { same } from '@plumbline/core/kernel/same';
import type { CategoryRow } from '@plumbline/core/site/rows/projects';
import { PIN_COLOUR_NAMES, type PinColour } from '@plumbline/core/site/values/pin-colours';
import { type ClipboardEvent, useMemo, useRef, useState } from 'react';
import { perform, useProject, useRows } from '../../../local/use-rows.ts';
import { failureText } from '../../../shared/data/shown-failure.ts';
import { useUnsavedScreen } from '../../../shared/navigation/unsaved.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { Switch } from '../../../ui/choices/switch.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { AddIcon, ArchiveIcon, DownIcon, RestoreIcon, TagIcon, UpIcon } from '../../../ui/icons.tsx';
import { Row, Stack, Text } from '../../../ui/layout/primitives.tsx';
import { keepToastsAbove } from '../../../ui/overlays/above-bars.ts';
import { useT } from '../../../ui/translation.tsx';
import { ColourPick } from './colour-pick.tsx';
import '../create/project-form.css';

type Drafts = ReadonlyMap<string, CategoryRow>;
const NO_DRAFTS: Drafts = new Map();

/** The next colour, among those used by the fewest categories. */
function freeColour(rows: readonly CategoryRow[]): PinColour {
  const used = (name: PinColour) => rows.filter((row) => row.colour === name).length;
  return PIN_COLOUR_NAMES.toSorted((a, b) => used(a) - used(b))[0] ?? 'Red';
}

export function CategoriesTab({ projectId, mayManage }: { projectId: string; mayManage: boolean }) {
  const t = useT();
  const sync = useProject(projectId);
  const kept = useRows('category', projectId);
  const [drafts, setDrafts] = useState(NO_DRAFTS);
  const [withInactive, setWithInactive] = useState(false);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const rows = useMemo(() => {
    const all = new Map((kept ?? []).map((row) => [row.id, row]));
    for (const [id, row] of drafts) all.set(id, row);
    return [...all.values()].sort((a, b) => a.sort - b.sort || (a.id < b.id ? -1 : 1));
  }, [kept, drafts]);
  const changed = drafts.size > 0;
  const question = useUnsavedScreen(changed);
  const problems = tried ? categoryProblems(rows, new Set(drafts.keys())) : undefined;
  const inactive = rows.filter((row) => !row.active).length;
  const shown = rows.filter((row) => row.active || withInactive || drafts.has(row.id));

  const put = (...next: readonly CategoryRow[]) => {
    const all = new Map(drafts);
    const before = new Map((kept ?? []).map((row) => [row.id, row]));
    for (const row of next) {
      if (same(before.get(row.id), row)) all.delete(row.id);
      else all.set(row.id, row);
    }
    setDrafts(all);
  };
  const focusTitle = (at: number) =>
    requestAnimationFrame(() => list.current?.querySelectorAll<HTMLElement>('li input[type="text"]')[at]?.focus());
  const added = (titles: readonly string[]) => {
    const created: CategoryRow[] = [];
    let sort = Math.max(-1, ...rows.map((row) => row.sort));
    for (const title of titles) {
      sort += 1;
      const colour = freeColour([...rows, ...created]);
      created.push({ id: crypto.randomUUID(), projectId, title: title.slice(0, 120), colour, active: true, sort });
    }
    return created;
  };
  const add = () => {
    put(...added(['']));
    focusTitle(shown.length);
  };
  /** Pasting a list creates one category per line. */
  const onPaste = (row: CategoryRow, event: ClipboardEvent) => {
    const lines = event.clipboardData
      .getData('text')
      .split(/\r?\n/u)
      .map((line) => line.trim())
      .filter((line) => line !== '');
    if (row.title !== '' || lines.length < 2) return;
    event.preventDefault();
    put({ ...row, title: (lines[0] ?? '').slice(0, 120) }, ...added(lines.slice(1)));
  };
  const move = (row: CategoryRow, by: 1 | -1) => {
    const at = shown.indexOf(row);
    const order = [...shown];
    order.splice(at, 1);
    order.splice(at + by, 0, row);
    const hidden = rows.filter((one) => !order.includes(one));
    put(...[...order, ...hidden].map((one, sort) => ({ ...one, sort })));
  };
  const save = async () => {
    setTried(true);
    const found = categoryProblems(rows, new Set(drafts.keys()));
    const wrong = shown.findIndex((row) => found.has(row.id));
    if (wrong >= 0) return focusTitle(wrong);
    setBusy(true);
    try {
      const categories = [...drafts.values()].map(({ projectId: _projectId, ...row }) => ({
        ...row,
        title: row.title.trim(),
      }));
      await perform(projectId, 'category.save', { categories });
      setDrafts(NO_DRAFTS);
      setTried(false);
      showToast({ kind: 'success', text: t('project.categoriesSaved', { count: categories.length }) });
    } catch (error) {
      showToast({ kind: 'error', text: error instanceof Error ? failureText(t, error) : failureText(t, error) });
    }
    setBusy(false);
  };
  const wordsOf = (outcome: 'EMPTY' | 'ALREADY_IN_USE' | undefined) => outcome && t(`outcome.${outcome}`);

  if (kept === undefined || (kept.length === 0 && sync.state === 'loading')) return <Skeleton lines={6} />;
  return (
    <Stack as="section" fluid gap={4} align="start" className="categories" aria-label={t('project.tab.categories')}>
      <Row gap="2 6" justify="between" wrap className="categories-head">
        <Text as="p" size="s" ink={2}>
          {t('project.categoriesHint')}
        </Text>
        {inactive > 0 && (
          <Switch isSelected={withInactive} onChange={setWithInactive}>
            {t('project.showInactive', { count: inactive })}
          </Switch>
        )}
      </Row>
      {!mayManage && <Notice kind="info">{t('project.readOnly')}</Notice>}
      {shown.length === 0 ? (
        <EmptyState icon={TagIcon} title={t('project.noCategories')}>
          {t('project.noCategoriesText')}
        </EmptyState>
      ) : (
        <Text as="ul" line="above" ref={list}>
          {shown.map((row, at) => {
            const name = row.title.trim() || t('project.newCategory');
            return (
              <Row
                key={row.id}
                as="li"
                align="start"
                wrap
                pad="2 0"
                line="below"
                className="category-row"
                data-inactive={row.active ? undefined : ''}
              >
                <ColourPick
                  label={t('project.colourOf', { name })}
                  colour={row.colour}
                  isDisabled={!mayManage}
                  onChange={(colour) => put({ ...row, colour })}
                />
                <div className="category-title" onPaste={(event) => onPaste(row, event)}>
                  <TextField
                    label={t('project.categoryTitle')}
                    hideLabel
                    placeholder={t('project.newCategory')}
                    maxLength={120}
                    value={row.title}
                    isReadOnly={!mayManage}
                    onChange={(title) => put({ ...row, title })}
                    problem={wordsOf(problems?.get(row.id))}
                  />
                </div>
                {mayManage && (
                  <Row gap={0} align="stretch" className="category-acts">
                    <IconButton
                      icon={UpIcon}
                      label={t('project.moveUpwards', { name })}
                      isDisabled={at === 0}
                      onPress={() => move(row, -1)}
                    />
                    <IconButton
                      icon={DownIcon}
                      label={t('project.moveDownwards', { name })}
                      isDisabled={at === shown.length - 1}
                      onPress={() => move(row, 1)}
                    />
                    <IconButton
                      icon={row.active ? ArchiveIcon : RestoreIcon}
                      label={t(row.active ? 'project.categoryInactive' : 'project.categoryActive', { name })}
                      onPress={() => put({ ...row, active: !row.active })}
                    />
                  </Row>
                )}
                {!row.active && <span className="category-state">{t('project.inactive')}</span>}
              </Row>
            );
          })}
        </Text>
      )}
      {mayManage && (
        <>
          <Button icon={AddIcon} onPress={add}>
            {t('project.addCategory')}
          </Button>
          <Row
            gap={3}
            align="stretch"
            justify="end"
            pad="4 0"
            line="above"
            className="project-send"
            ref={keepToastsAbove}
          >
            <Button
              isDisabled={!changed || busy}
              onPress={() => {
                setDrafts(NO_DRAFTS);
                setTried(false);
              }}
            >
              {t('project.undoChanges')}
            </Button>
            <Button kind="next" isDisabled={!changed} isPending={busy} onPress={() => void save()}>
              {t('project.save')}
            </Button>
          </Row>
        </>
      )}
      {question}
    </Stack>
  );
}
