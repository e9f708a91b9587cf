// The system's chooser of files, or its camera.
export type AddKind = 'photo' | 'camera' | 'file';

/** An iPhone turns its photos into JPEG where no HEIC is asked for; desktops do not know HEIC as pictures where it is not named. */
function accepted(kind: AddKind): string {
  if (kind === 'file') return '';
  const isHand = window.matchMedia('(pointer: coarse)').matches;
  return kind === 'camera' || isHand ? 'image/*' : 'image/*,.heic,.heif,.tif,.tiff';
}

/** Opens the system's chooser, or the camera, and hands over what was chosen. Must be called from a press. */
export function chooseFiles(kind: AddKind, onFiles: (files: File[]) => void): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = kind !== 'camera';
  input.accept = accepted(kind);
  if (kind === 'camera') input.setAttribute('capture', 'environment');
  input.onchange = () => {
    const files = [...(input.files ?? [])];
    if (files.length > 0) onFiles(files);
  };
  input.click();
}
