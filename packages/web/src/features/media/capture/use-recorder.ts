// Recording state for the UI: elapsed time, start and stop. Unmounting discards the recording.
import { useEffect, useRef, useState } from 'react';
import type { Recorded } from './formats.ts';
import { type Running, record, writable } from './recording.ts';

export type Recording = {
  elapsed: number;
  start: () => void;
  stop: () => void;
  isRunning: boolean;
  isPossible: boolean;
};

/** Milliseconds since recording started; keeps its value after it stops. */
export function useElapsed(isRunning: boolean): number {
  const [elapsed, setElapsed] = useState(0);
  useEffect(() => {
    if (!isRunning) return;
    const from = performance.now();
    setElapsed(0);
    const timer = setInterval(() => setElapsed(performance.now() - from), 100);
    return () => clearInterval(timer);
  }, [isRunning]);
  return elapsed;
}

export function useRecorder(
  stream: MediaStream | undefined,
  kind: Recorded,
  name: string,
  onDone: (file: File) => void,
): Recording {
  const running = useRef<Running>(undefined);
  const [isRunning, setRunning] = useState(false);
  const elapsed = useElapsed(isRunning);

  useEffect(
    () => () => {
      const left = running.current;
      running.current = undefined;
      left?.stop();
    },
    [],
  );

  const start = () => {
    const created = stream && record(stream, kind, name);
    if (!created) return;
    running.current = created;
    setRunning(true);
    void created.done.then((file) => {
      if (running.current !== created) return;
      setRunning(false);
      onDone(file);
    });
  };
  const isPossible = writable(kind) !== undefined;
  return { elapsed, start, stop: () => running.current?.stop(), isRunning, isPossible };
}
