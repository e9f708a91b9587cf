// A full-page spinner while content loads.
import { Spinner } from '../feedback/spinner.tsx';

export function PageSpinner() {
  return (
    <div className="waiting">
      <Spinner large />
    </div>
  );
}
