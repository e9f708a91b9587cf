// Runs the files that start the app in separate tasks, between which the page reacts.

/** Lets the page react before the caller continues. */
export function nextTask(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}

/** `files`: in the order in which they run. All are requested at once. */
export async function runPieces(files: readonly string[]): Promise<void> {
  for (const href of files) {
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href }),
    );
  }
  for (const file of files) {
    await import(/* @vite-ignore */ file);
    await nextTask();
  }
}
