// The frame around all screens: side bar and top bar on desktops, top bar and bottom bar on phones, with notices in
// between.
import { useRouter, useRouterState } from '@tanstack/react-router';
import { lazy, type ReactNode, type RefObject, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { InMain } from '../../ui/layout/page.tsx';
import { Box, Stack } from '../../ui/layout/primitives.tsx';
import { TypedAhead } from '../../ui/overlays/typed-ahead.ts';
import { NARROW, PHONE, useMedia } from '../../ui/theme/use-media.ts';
import { useT } from '../../ui/translation.tsx';
import { BackgroundSync } from '../background-sync.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { QuickSelect } from './command-menu/quick-select.tsx';
import { Notices } from './notices.tsx';
import { SideBar } from './side-bar.tsx';
import { TopBar } from './top-bar.tsx';
import './shell.css';
import { keep } from '../../ui/keep.ts';

const NAME = ' – Plumbline';

/**
 * Does for client-side navigation what a page load does automatically: moves lost focus into the new screen, and
 * returns its name to be announced. A screen has arrived once it has set the document title.
 */
function useArrival(main: RefObject<HTMLElement | null>): string {
  const [place, setPlace] = useState('');
  useEffect(() => {
    const title = document.querySelector('title');
    if (!title) return;
    let before = document.title;
    const seen = new MutationObserver(() => {
      const loaded = !before.endsWith(NAME);
      if (document.title === before) return;
      before = document.title;
      // The browser itself announces a full page load.
      if (loaded || !before.endsWith(NAME)) return;
      setPlace(before.slice(0, -NAME.length));
      if (document.activeElement === document.body) main.current?.focus({ preventScroll: true });
    });
    seen.observe(title, { childList: true, characterData: true, subtree: true });
    return () => seen.disconnect();
  }, [main]);
  return place;
}

/**
 * The screen that is being left takes no presses: what they opened would vanish with it. The next screen stands in
 * its place within a second, if only as a spinner.
 */
function useLeaving(main: RefObject<HTMLElement | null>): void {
  const router = useRouter();
  useEffect(() => {
    const take = (presses: boolean) => {
      if (main.current) main.current.style.pointerEvents = presses ? '' : 'none';
    };
    const routeOf = (pathname: string) => router.getMatchedRoutes(pathname)[2]?.id;
    const stops = [
      router.subscribe('onBeforeLoad', ({ fromLocation, toLocation }) =>
        take(fromLocation !== undefined && routeOf(fromLocation.pathname) === routeOf(toLocation.pathname)),
      ),
      router.subscribe('onResolved', () => take(true)),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [router, main]);
}

const Commands = lazy(() => import('./command-menu/commands.tsx').then((its) => ({ default: its.Commands })));

const KEY = 'plumbline.menu';

/**
 * Open above 1024 px unless the user closes it; at and below that width, a rail that opens over the screen and closes
 * on navigation.
 */
function useMenu(): { open: boolean; over: boolean; toggle: () => void; close: () => void } {
  const narrow = useMedia(NARROW);
  const path = useRouterState({ select: (state) => state.location.pathname });
  const [wide, setWide] = useState(() => localStorage.getItem(KEY) !== 'closed');
  const [over, setOver] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: navigation is what closes it
  useEffect(() => setOver(false), [path, narrow]);
  const toggle = () => {
    if (narrow) return setOver(!over);
    keep(KEY, wide ? 'closed' : 'open');
    setWide(!wide);
  };
  return { open: narrow ? over : wide, over: narrow && over, toggle, close: () => setOver(false) };
}

/** Opens the command menu by Ctrl K or Cmd K from anywhere, and from the "Search" buttons. */
function useCommands(): { open: boolean; setOpen: (open: boolean) => void } {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const onEvent = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      setOpen((now) => !now);
    };
    addEventListener('keydown', onEvent);
    return () => removeEventListener('keydown', onEvent);
  }, []);
  return { open, setOpen };
}

export function Shell({ children }: { children: ReactNode }) {
  const t = useT();
  const phone = useMedia(PHONE);
  const menu = useMenu();
  const commands = useCommands();
  const search = () => commands.setOpen(true);
  const { setOpen } = commands;
  const closeCommands = useCallback(() => setOpen(false), [setOpen]);
  const main = useRef<HTMLElement>(null);
  const place = useArrival(main);
  useLeaving(main);
  return (
    <div className="shell" data-menu={menu.open ? 'open' : 'closed'} data-over={menu.over ? '' : undefined}>
      <Box as="a" surface="brand" pad="2 4" corner="m" className="shell-skip" href="#content">
        {t('shell.skip')}
      </Box>
      {!phone && <SideBar open={menu.open} onToggle={menu.toggle} onSearch={search} />}
      {menu.over && !phone && (
        <button type="button" className="shell-scrim" aria-label={t('shell.closeMenu')} onClick={menu.close} />
      )}
      <Stack column shrink flat className="shell-column">
        <TopBar phone={phone} onSearch={search} />
        <Notices phone={phone} />
        <Box as="main" id="content" scroll grow flat className="shell-content" tabIndex={-1} ref={main}>
          <InMain value={true}>{children}</InMain>
        </Box>
        <p role="status" className="ui-hidden">
          {place}
        </p>
        {phone && <BottomBar />}
      </Stack>
      <BackgroundSync />
      <QuickSelect />
      {commands.open && (
        <Suspense fallback={<TypedAhead onClose={closeCommands} />}>
          <Commands onClose={closeCommands} />
        </Suspense>
      )}
    </div>
  );
}
