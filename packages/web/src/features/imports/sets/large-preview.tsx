// A page in a size at which its title block can be read.
import type { Rotation } from '@plumbline/core/site/geometry/rotation';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { NoPreview } from '../../../ui/marks/no-preview.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { RotatedPicture } from '../pages/rotated-picture.tsx';
import { usePreview } from '../pages/use-preview.ts';
import './sets.css';

export type LargePreviewProps = {
  projectId: string;
  importId: string;
  page: number;
  name: string;
  turn: Rotation;
  onClose: () => void;
};

export function LargePreview({ projectId, importId, page, name, turn: rotation, onClose }: LargePreviewProps) {
  const preview = usePreview(projectId, importId, page, 'large');
  return (
    <Dialog title={name} size="extra-large" isOpen onClose={onClose}>
      <div className="large-preview">
        {preview === undefined && <Skeleton shape="block" height="100%" />}
        {preview === null && <NoPreview />}
        {preview && <RotatedPicture src={preview} turn={rotation} />}
      </div>
    </Dialog>
  );
}
