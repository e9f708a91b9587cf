// Fills the page while its content loads.
import { Spinner } from '../feedback/spinner.tsx';

export function PageSpinner() {
  return (
    <div className="waiting">
      <Spinner large />
    </div>
  );
}
