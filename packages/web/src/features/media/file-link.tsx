// Download link of a file, labelled with its name.
import type { PostFile } from '@plumbline/core/site/rows/media';
import { useBlobUrl } from '../../local/use-rows.ts';
import { useMediaUrl } from '../../shared/media/use-media-url.ts';

/** The file name, as a link once the file is available locally or from the server. */
export function FileLink({ projectId, file }: { projectId: string; file: PostFile }) {
  const local = useBlobUrl(file.blobId);
  const linked = useMediaUrl(projectId, local === undefined ? file.blobId : null, 'download');
  const href = local ?? linked;
  if (typeof href !== 'string') return <span className="media-file-name">{file.name}</span>;
  return (
    <a className="media-file-name" href={href} download={file.name}>
      {file.name}
    </a>
  );
}
