// One edit in the lists of waiting and refused ones: its picture, what and where it is, and why it is here.
import { type ReactNode, useEffect, useState } from 'react';
import { editsHere, useBlobUrl } from '../../../local/use-rows.ts';
import { actionText } from '../../../shared/data/action-names.ts';
import { EditIcon, IconMark } from '../../../ui/icons.tsx';
import { Row, Stack } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import { type LocationText, locationText } from './edit-location.ts';
import type { PageEdit } from './edits-page.ts';

/** The location of the edit, once it is read; undefined where this device does not know it. */
function useLocation({ n }: PageEdit): LocationText | undefined {
  const t = useT();
  const [location, setLocation] = useState<LocationText>();
  useEffect(() => {
    let left = false;
    editsHere()
      .contextOf(n)
      .then(
        (found) => !left && setLocation(locationText(t, found)),
        () => undefined,
      );
    return () => {
      left = true;
    };
  }, [n, t]);
  return location;
}

function Picture({ edit }: { edit: PageEdit }) {
  const photo = edit.files.find(({ mime }) => mime.startsWith('image/'));
  const url = useBlobUrl(photo?.id);
  return (
    <Stack as="span" fixed center corner="m" ink={3} surface="sunken" clip gap={0} className="sync-picture">
      {url ? <img src={url} alt="" /> : <IconMark icon={EditIcon} />}
    </Stack>
  );
}

export function EditLine({ edit, reason, children }: { edit: PageEdit; reason: ReactNode; children?: ReactNode }) {
  const t = useT();
  const location = useLocation(edit);
  return (
    <Row as="li" gap="2 4" justify="between" wrap pad="3 0" line="above" className="sync-edit">
      <Row gap={3} align="start" grow>
        <Picture edit={edit} />
        <div className="sync-words">
          <strong>{actionText(t, edit.name)}</strong>
          {location?.pin && <span>{location.pin}</span>}
          {location?.within && <small>{location.within}</small>}
          {reason}
          <time dateTime={edit.at}>{t.dateTime(new Date(edit.at))}</time>
        </div>
      </Row>
      {children !== undefined && (
        <Row className="sync-acts" wrap justify="end" align="stretch">
          {children}
        </Row>
      )}
    </Row>
  );
}
