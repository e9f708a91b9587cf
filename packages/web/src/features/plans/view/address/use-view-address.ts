// Keeps the URL of a plan in sync with the current view.
import { useRouter, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { ViewState } from '../../../../viewer/camera/geometry.ts';
import { readView, writeView } from './view-address.ts';

/** Milliseconds without movement before the view is written. */
const REST_MS = 500;

/** The view requested by the URL, which is kept up to date. `withView` adds the view to other URLs of the same plan. */
export function useViewAddress() {
  const router = useRouter();
  const { at } = useSearch({ strict: false }) as { at?: unknown };
  const [asked] = useState(() => readView(at));
  const latest = useRef(asked ? writeView(asked) : '');
  const opened = useRef(false);
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(waiting.current), []);
  const write = () => {
    const { pathname, search, hash } = router.history.location;
    const query = new URLSearchParams(search);
    if (query.get('at') === latest.current) return;
    query.set('at', latest.current);
    router.history.replace(`${pathname}?${query}${hash}`);
  };
  return {
    asked,
    tellView: (view: ViewState) => {
      // The initial view is not written: it is fitted to this screen and would not suit another.
      if (!opened.current) {
        opened.current = true;
        return;
      }
      latest.current = writeView(view);
      clearTimeout(waiting.current);
      waiting.current = setTimeout(write, REST_MS);
    },
    withView: useCallback((href: string) => (latest.current === '' ? href : `${href}?at=${latest.current}`), []),
  };
}
