// What the pointer has found on the drawing: a pin, pins at the same position, or a reference to another plan.
import type { PinInContext } from '@plumbline/core/features/pins/filter';
import { useState } from 'react';
import type { Point } from '../../../../viewer/camera/geometry.ts';
import type { PlanViewerHandle, ViewerCallbacks } from '../../../../viewer/options.ts';

type At<T> = { at: Point; what: T };

export function usePointerTargets(byId: ReadonlyMap<string, PinInContext>, viewer: PlanViewerHandle | null) {
  const [hovered, setHovered] = useState<At<string>>();
  const [overlapping, setOverlapping] = useState<At<readonly string[]>>();
  const [hoveredLink, setHoveredLink] = useState<At<number>>();
  const [openedLink, setOpenedLink] = useState<At<number>>();
  const callbacks = {
    onHover: (id) => {
      const pin = id === null ? undefined : byId.get(id)?.pin;
      const at = pin && viewer && pin.x !== null && pin.y !== null ? viewer.toScreen(pin.x, pin.y) : undefined;
      setHovered(at && pin ? { at, what: pin.id } : undefined);
    },
    onBubble: (ids, at) => setOverlapping({ what: ids, at }),
    onLink: (link, at) => setOpenedLink({ what: link, at }),
    onLinkHover: (link, at) => setHoveredLink(link < 0 ? undefined : { what: link, at }),
  } satisfies ViewerCallbacks;
  return {
    hovered,
    /** Pins that no zoom level separates. */
    overlapping,
    hoveredLink,
    openedLink,
    callbacks,
    closeOverlapping: () => setOverlapping(undefined),
    closeLink: () => setOpenedLink(undefined),
    /** The view has moved: positions on screen no longer apply. */
    clear: () => {
      setHovered(undefined);
      setOverlapping(undefined);
      setHoveredLink(undefined);
      setOpenedLink(undefined);
    },
  };
}
