// Opens the system file picker or camera.
export type AddKind = 'photo' | 'camera' | 'file';

/**
 * iPhones convert photos to JPEG unless HEIC is accepted; desktops do not treat HEIC as an image unless it is listed.
 */
function accepted(kind: AddKind): string {
  if (kind === 'file') return '';
  const isCoarse = window.matchMedia('(pointer: coarse)').matches;
  return kind === 'camera' || isCoarse ? 'image/*' : 'image/*,.heic,.heif,.tif,.tiff';
}

let open: HTMLInputElement | undefined;

/** Opens the file picker or the camera and passes on the chosen files. Must be called from a user gesture. */
export function chooseFiles(kind: AddKind, onFiles: (files: File[]) => void): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = kind !== 'camera';
  input.accept = accepted(kind);
  if (kind === 'camera') input.setAttribute('capture', 'environment');
  input.onchange = () => {
    const files = [...(input.files ?? [])];
    input.remove();
    if (files.length > 0) onFiles(files);
  };
  // Part of the page, because Safari may forget an input that is not before its files are chosen.
  input.hidden = true;
  open?.remove();
  open = input;
  document.body.append(input);
  input.click();
}
