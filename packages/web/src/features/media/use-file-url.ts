// Object URL of a chosen file, revoked when it is no longer shown.
import { useEffect, useState } from 'react';

export function useFileUrl(file: Blob | undefined): string | undefined {
  const [shown, setShown] = useState<{ file: Blob; url: string }>();
  useEffect(() => {
    if (!file) return;
    const url = URL.createObjectURL(file);
    setShown({ file, url });
    return () => URL.revokeObjectURL(url);
  }, [file]);
  return shown && shown.file === file ? shown.url : undefined;
}
