// A form draft: errors appear on submit, and disappear as soon as they are fixed.
import { useState } from 'react';
import { fieldProblem } from '../../../shared/data/shown-failure.ts';
import { useT } from '../../../ui/translation.tsx';
import { type DraftField, type DraftProblems, draftProblems, type ProjectDraft } from '../create/project-draft.ts';
import { outcomeText, titleRefused } from '../create/title-refused.ts';

type Send = { error: unknown; reset: () => void };

export function useDraft(first: () => ProjectDraft, send: Send) {
  const t = useT();
  const [draft, setDraft] = useState(first);
  const [problems, setProblems] = useState<DraftProblems>({});

  const change = (part: Partial<ProjectDraft>) => {
    const next = { ...draft, ...part };
    const left = draftProblems(next);
    setDraft(next);
    setProblems((now) => Object.fromEntries(Object.entries(left).filter(([field]) => Object.hasOwn(now, field))));
    if (send.error) send.reset();
  };

  /** Whether the draft is valid; otherwise focuses the first invalid field. */
  const check = (form: HTMLElement): boolean => {
    const found = draftProblems(draft);
    setProblems(found);
    if (Object.keys(found).length === 0) return true;
    requestAnimationFrame(() =>
      form.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid] [tabindex="0"]')?.focus(),
    );
    return false;
  };

  const problemOf = (field: DraftField): string | undefined => {
    const own = problems[field];
    if (own !== undefined) return outcomeText(t, own);
    return field === 'title' ? titleRefused(t, send.error) : fieldProblem(t, send.error, field);
  };

  return { draft, setDraft, change, check, problemOf };
}
