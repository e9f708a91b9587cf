// Passes OpenLayers' pointer events to the active tool before panning and pinching handle them.
import Interaction from 'ol/interaction/Interaction.js';
import type MapBrowserEvent from 'ol/MapBrowserEvent.js';
import type { Press, Tool } from '../tools/tool.ts';

export class ToolInteraction extends Interaction {
  private readonly tool: () => Tool;
  private swallowClick = false;

  constructor(tool: () => Tool) {
    super();
    this.tool = tool;
  }

  /** Returning false keeps the event from panning and pinching. */
  override handleEvent(event: MapBrowserEvent): boolean {
    const original = event.originalEvent;
    if (!(original instanceof PointerEvent)) return true;
    const press = pressOf(event, original);
    const tool = this.tool();
    switch (event.type) {
      case 'pointerdown':
        this.swallowClick = false;
        if ((event.activePointers?.length ?? 1) > 1) tool.cancel?.();
        else if (original.button === 0) tool.down?.(press);
        return true;
      case 'pointerdrag':
        return !(tool.drag?.(press) ?? false);
      case 'pointerup':
        if ((event.activePointers?.length ?? 0) > 0) return true;
        if (original.type === 'pointercancel') tool.cancel?.();
        else this.swallowClick = tool.up?.(press) ?? false;
        // Panning must see the end of every press, or it would wait for it forever.
        return true;
      case 'pointermove':
        if (!press.touch && !event.dragging) tool.hover?.(press);
        return true;
      case 'click':
        if (!this.swallowClick) tool.click?.(press);
        return true;
      case 'dblclick':
        return !(this.swallowClick || (tool.doubleClick?.(press) ?? false));
      default:
        return true;
    }
  }
}

function pressOf(event: MapBrowserEvent, original: PointerEvent): Press {
  const [x = 0, y = 0] = event.pixel;
  return { x, y, touch: original.pointerType === 'touch', shift: original.shiftKey, alt: original.altKey };
}
