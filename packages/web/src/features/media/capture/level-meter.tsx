// Microphone level, shown before and during recording, so that a dead microphone is noticed.
import { useEffect, useRef } from 'react';
import { useT } from '../../../ui/translation.tsx';
import './capture.css';

/** Level that fills the meter; speech near a phone reaches about a third of full scale. */
const FULL = 0.35;

export function LevelMeter({ stream }: { stream: MediaStream }) {
  const t = useT();
  const bar = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (stream.getAudioTracks().length === 0) return;
    const context = new AudioContext();
    const analyser = context.createAnalyser();
    analyser.fftSize = 1_024;
    context.createMediaStreamSource(stream).connect(analyser);
    const values = new Float32Array(analyser.fftSize);
    let shown = 0;
    let frame = 0;
    const draw = () => {
      analyser.getFloatTimeDomainData(values);
      const loud = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / values.length);
      // Rises instantly and decays slowly, as level meters do.
      shown = Math.max(Math.min(1, loud / FULL), shown * 0.92);
      bar.current?.style.setProperty('scale', `${shown.toFixed(3)} 1`);
      bar.current?.parentElement?.setAttribute('aria-valuenow', String(Math.round(shown * 100)));
      frame = requestAnimationFrame(draw);
    };
    frame = requestAnimationFrame(draw);
    return () => {
      cancelAnimationFrame(frame);
      void context.close();
    };
  }, [stream]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a meter element cannot be redrawn 60 times a second in our colours
    <div
      className="capture-level"
      role="meter"
      aria-label={t('media.capture.level')}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={0}
    >
      <span ref={bar} />
    </div>
  );
}
