// Screens are loaded when first opened: by their route, before it is shown, so that neither a spinner nor half a screen
// is shown first.
import { type ComponentType, type FunctionComponent, lazy, type ReactElement, useState } from 'react';
import { storedToken } from '../../api/token.ts';
import { nextTask } from '../run-pieces.ts';

type Preloads = { preload: () => Promise<void> };

/** Loaded by `preload`, or else when rendered. */
export function screen<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): FunctionComponent<Props> & Preloads {
  let loaded: ComponentType<Props> | undefined;
  const request = async () => {
    loaded ??= await load();
    return { default: loaded };
  };
  const Later = lazy(request);
  function Screen(props: Props) {
    const [Part] = useState(() => loaded ?? Later);
    return <Part {...props} />;
  }
  // A failure is reported when the screen is rendered.
  const preload = () =>
    request().then(
      () => undefined,
      () => undefined,
    );
  return Object.assign(Screen, { preload });
}

/** The component of a route for signed-in users, and the screens it may show. Others see the sign-in page first. */
export const showing = (screens: readonly Preloads[], component: () => ReactElement) =>
  Object.assign(component, {
    preload: async () => {
      if (!storedToken()) return;
      await nextTask();
      await Promise.all(screens.map(({ preload }) => preload()));
    },
  });
