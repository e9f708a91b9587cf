// Download link of a file, labelled with its name.
import type { PostFile } from '@plumbline/core/site/rows/media';
import { useBlobUrl } from '../../local/use-rows.ts';
import { useMediaUrl } from '../../shared/media/use-media-url.ts';
import { Text } from '../../ui/layout/primitives.tsx';

/** The file name, as a link once the file is available locally or from the server. */
export function FileLink({ projectId, file }: { projectId: string; file: PostFile }) {
  const local = useBlobUrl(file.blobId);
  const linked = useMediaUrl(projectId, local === undefined ? file.blobId : null, 'download');
  const href = local ?? linked;
  if (typeof href !== 'string')
    return (
      <Text weight="medium" breaks>
        {file.name}
      </Text>
    );
  return (
    <Text as="a" weight="medium" breaks href={href} download={file.name}>
      {file.name}
    </Text>
  );
}
