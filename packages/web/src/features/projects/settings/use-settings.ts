// The first four tabs of a project's settings as one draft: saved together, and merged with concurrent changes by
// others.
import type { ProjectDetails } from '@plumbline/core/features/projects/contract';
import { same } from '@plumbline/core/kernel/same';
import { useEffect, useMemo, useState } from 'react';
import { Refusal } from '../../../api/failure.ts';
import { useRow } from '../../../local/use-rows.ts';
import { useProject, useUpdateProject } from '../../../shared/data/project-queries.ts';
import { fieldProblem } from '../../../shared/data/shown-failure.ts';
import { useT } from '../../../ui/translation.tsx';
import { outcomeText, titleRefused } from '../create/title-refused.ts';
import {
  type GroupTab,
  rebased,
  SETTINGS_FIELDS,
  type SettingsDraft,
  type SettingsField,
  type SettingsProblems,
  settingsChange,
  settingsOf,
  settingsProblems,
  tabOf,
} from './settings-draft.ts';

const NO_PROBLEMS: SettingsProblems = {};
/** Fields changed by both, and fields changed only by others: shown until the next save. */
export type Meanwhile = { clashes: readonly SettingsField[]; taken: readonly SettingsField[] };

export function useSettings(project: ProjectDetails) {
  const t = useT();
  const query = useProject(project.id);
  const save = useUpdateProject(project.id);
  const [base, setBase] = useState({ version: project.version, settings: settingsOf(project) });
  const [draft, setDraft] = useState(base.settings);
  const [problems, setProblems] = useState(NO_PROBLEMS);
  const [meanwhile, setMeanwhile] = useState<Meanwhile>();

  // The local project row follows changes by others; the details with their version are then refetched.
  const row = useRow('project', project.id);
  const { refetch } = query;
  useEffect(() => {
    if (!row) return;
    const shown = row as Partial<SettingsDraft>;
    const differs = SETTINGS_FIELDS.some((field) => shown[field] !== undefined && !same(shown[field], project[field]));
    if (differs && !save.isPending) void refetch();
  }, [row, project, refetch, save.isPending]);

  // Only newer versions: right after saving, the draft has the reply a moment before the details do.
  if (project.version > base.version && !save.isPending) {
    const newer = settingsOf(project);
    const next = rebased(base.settings, draft, newer);
    setBase({ version: project.version, settings: newer });
    setDraft(next.draft);
    if (next.clashes.length + next.taken.length > 0) setMeanwhile(next);
  }

  const changes = useMemo(() => settingsChange(base.settings, draft), [base, draft]);
  const changed = Object.keys(changes).length > 0;

  const change = (part: Partial<SettingsDraft>) => {
    const next = { ...draft, ...part };
    const left = settingsProblems(next, base.settings);
    // Functional update, so that two changes in one event, e.g. a chosen name and its number, are both kept.
    setDraft((now) => ({ ...now, ...part }));
    setProblems((now) => Object.fromEntries(Object.entries(left).filter(([path]) => Object.hasOwn(now, path))));
    if (save.error) save.reset();
  };

  /** `onRefused` receives the tab of the first invalid field. */
  const send = (onSaved: () => void, onRefused: (tab: GroupTab | undefined) => void): void => {
    const found = settingsProblems(draft, base.settings);
    setProblems(found);
    const [wrong] = Object.keys(found);
    if (wrong !== undefined) {
      onRefused(tabOf(wrong));
      return;
    }
    save.mutate(
      { ...changes, version: base.version },
      {
        onSuccess: (now) => {
          setBase({ version: now.version, settings: settingsOf(now) });
          setDraft(settingsOf(now));
          setMeanwhile(undefined);
          onSaved();
        },
        onError: (error) => {
          if (!(error instanceof Refusal)) return;
          // Someone else saved first: their settings are loaded, and the local changes are rebased on them.
          if (error.code === 'already_changed') void refetch();
          else onRefused(error.code === 'title_taken' ? 'details' : tabOf(error.fields[0]?.path ?? ''));
        },
      },
    );
  };

  const problemOf = (path: string): string | undefined => {
    const own = problems[path];
    if (own !== undefined) return outcomeText(t, own);
    return path === 'title' ? titleRefused(t, save.error) : fieldProblem(t, save.error, path);
  };
  const refusedPaths = save.error instanceof Refusal ? save.error.fields.map((field) => field.path) : [];
  const wrongTabs = new Set([...Object.keys(problems), ...refusedPaths].map(tabOf));

  return {
    draft,
    change,
    changed,
    send,
    undo: () => {
      setDraft(base.settings);
      setProblems(NO_PROBLEMS);
      setMeanwhile(undefined);
      save.reset();
    },
    problemOf,
    wrongTabs,
    meanwhile,
    forget: () => setMeanwhile(undefined),
    isSaving: save.isPending,
    error: save.error,
  };
}

export type SettingsProps = {
  projectId: string;
  draft: SettingsDraft;
  onChange: (change: Partial<SettingsDraft>) => void;
  problemOf: (path: string) => string | undefined;
  isReadOnly: boolean;
};
