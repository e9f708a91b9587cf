// The viewer as a React component: changed props are passed on, everything else goes through the handle.
import { type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import type { Padding, ViewState } from './camera/geometry.ts';
import type {
  Allowed,
  Appearance,
  OwnPosition,
  PlanRect,
  PlanShape,
  PlanSource,
  PlanViewerHandle,
  ViewerCallbacks,
  ViewerLabels,
} from './options.ts';
import type { PinColumns } from './pins/columns.ts';
import { createPlanViewer } from './viewer.ts';

export interface PlanViewerProps extends ViewerCallbacks {
  /**
   * Compared by identity: keep it stable (useMemo). A new plan of the same size, such as another revision, keeps the
   * view.
   */
  readonly plan: PlanSource;
  readonly palette: readonly string[];
  readonly labels: ViewerLabels;
  readonly pins?: PinColumns;
  readonly selectedId?: string | null;
  readonly tool?: 'select' | 'place' | 'draw' | 'stroke' | 'shape';
  readonly shapes?: readonly PlanShape[];
  readonly appearance?: Appearance;
  readonly highlights?: readonly PlanRect[];
  readonly activeHighlight?: number;
  readonly links?: readonly PlanRect[];
  readonly position?: OwnPosition | null;
  readonly allow?: Allowed;
  readonly padding?: Padding;
  /** Only the first value counts; later changes go through the handle. */
  readonly initialView?: Partial<ViewState> | undefined;
  readonly controls?: boolean;
  readonly minimap?: boolean;
  readonly pinScale?: number | undefined;
  readonly wheel?: 'zoom' | 'pan';
  readonly className?: string;
  readonly ref?: Ref<PlanViewerHandle | null>;
}

export function PlanViewer(props: PlanViewerProps) {
  const element = useRef<HTMLDivElement>(null);
  const [viewer, setViewer] = useState<PlanViewerHandle | null>(null);
  const first = useRef(props);
  const shownPlan = useRef(props.plan);

  useLayoutEffect(() => {
    if (!element.current) return;
    const { initialView, ...options } = first.current;
    shownPlan.current = options.plan;
    const created = createPlanViewer(element.current, { ...options, view: initialView });
    setViewer(created);
    return () => {
      setViewer(null);
      created.destroy();
    };
  }, []);

  useImperativeHandle<PlanViewerHandle | null, PlanViewerHandle | null>(props.ref, () => viewer, [viewer]);

  useEffect(() => {
    first.current = props;
    viewer?.setCallbacks(props);
  });

  const { plan } = props;
  useEffect(() => {
    if (!viewer || plan === shownPlan.current) return;
    const before = shownPlan.current;
    const keepView = before.widthPx === plan.widthPx && before.heightPx === plan.heightPx;
    shownPlan.current = plan;
    viewer.setPlan(plan, { keepView });
  }, [viewer, plan]);

  useViewerProp(viewer, props.labels, (handle, labels) => handle.setLabels(labels));
  useViewerProp(viewer, props.pins, (handle, pins) => handle.setPins(pins));
  useViewerProp(viewer, props.selectedId, (handle, id) => handle.setSelected(id));
  useViewerProp(viewer, props.appearance, (handle, appearance) => handle.setAppearance(appearance));
  useViewerProp(viewer, props.position, (handle, position) => handle.setPosition(position));
  useViewerProp(viewer, props.allow, (handle, allow) => handle.setAllowed(allow));
  useViewerProp(viewer, props.padding, (handle, padding) => handle.setPadding(padding));
  useViewerProp(viewer, props.minimap, (handle, on) => handle.setMinimap(on));
  useViewerProp(viewer, props.tool, (handle, tool) =>
    handle.setTool(tool === 'stroke' || tool === 'shape' ? 'draw' : tool, {
      drag: tool === 'stroke' || tool === 'shape' ? tool : undefined,
    }),
  );
  useViewerProp(viewer, props.links, (handle, links) => handle.setLinks(links));
  useViewerProp(viewer, props.shapes, (handle, shapes) => handle.setShapes(shapes));
  const { highlights, activeHighlight = -1, pinScale } = props;
  useEffect(() => {
    if (highlights) viewer?.setHighlights(highlights, activeHighlight);
  }, [viewer, highlights, activeHighlight]);
  useEffect(() => viewer?.setPinScale(pinScale), [viewer, pinScale]);

  return <div ref={element} className={props.className ?? 'plv-host'} />;
}

/** Passes a value to the viewer when it changes; undefined leaves the viewer unchanged. */
function useViewerProp<T>(
  viewer: PlanViewerHandle | null,
  value: T | undefined,
  apply: (viewer: PlanViewerHandle, value: T) => void,
): void {
  const latest = useRef(apply);
  latest.current = apply;
  useEffect(() => {
    if (viewer && value !== undefined) latest.current(viewer, value);
  }, [viewer, value]);
}
