// Skeleton of the panel next to a drawing while the drawing is loading, with lines where the text will be.
import '../../../shared/site/pins/pin-list.css';
import '../../../ui/fields/filter.css';

export function PanelSkeleton({ list }: { list: boolean }) {
  return (
    <div className="pin-list" aria-busy="true">
      {list && (
        <div className="pin-tools">
          <div className="pin-tools-row plan-panel-tools" />
          <p className="pin-count">{'\u00a0'}</p>
        </div>
      )}
    </div>
  );
}
