// Hands bytes made on this device to the browser as a download.
export function saveBytes(bytes: Blob, name: string): void {
  const url = URL.createObjectURL(bytes);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken over the bytes by the next task.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
