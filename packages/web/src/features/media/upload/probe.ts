// Duration and size of a recording, and a poster frame of a video, obtained from the browser's media player.

export type Probe = { duration: number | null; width: number | null; height: number | null; poster: Blob | null };

/** Timeout for the player to respond. */
const TIMEOUT_MS = 8_000;
/** Longest side of a poster in pixels. */
const POSTER = 1_280;
/** Seconds into the video: the first frame is often black. */
const EARLY = 0.2;

function heard(player: HTMLMediaElement, name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`no ${name}`)), TIMEOUT_MS);
    const end = (run: () => void) => () => {
      clearTimeout(late);
      run();
    };
    player.addEventListener(name, end(resolve), { once: true });
    player.addEventListener(
      'error',
      end(() => reject(player.error ?? new Error('unreadable'))),
      { once: true },
    );
  });
}

async function moveTo(player: HTMLMediaElement, seconds: number): Promise<void> {
  const there = heard(player, 'seeked');
  player.currentTime = seconds;
  await there;
}

async function posterOf(video: HTMLVideoElement): Promise<Blob | null> {
  if (video.videoWidth === 0) return null;
  const shrink = Math.min(1, POSTER / Math.max(video.videoWidth, video.videoHeight));
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.round(video.videoWidth * shrink)),
    Math.max(1, Math.round(video.videoHeight * shrink)),
  );
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height);
  return canvas.convertToBlob({ type: 'image/jpeg', quality: 0.82 });
}

/** All values are null when this browser cannot play the file. */
export async function probe(file: Blob, mime: string): Promise<Probe> {
  const player = document.createElement(mime.startsWith('video/') ? 'video' : 'audio');
  const url = URL.createObjectURL(file);
  try {
    const known = heard(player, 'loadedmetadata');
    player.muted = true;
    player.preload = 'auto';
    player.src = url;
    await known;
    // Recorders write the duration at the end, if at all; seeking far ahead makes the player determine it.
    if (!Number.isFinite(player.duration)) await moveTo(player, 1e9).catch(() => undefined);
    const duration =
      Number.isFinite(player.duration) && player.duration > 0 ? Math.ceil(player.duration * 1_000) : null;
    if (!(player instanceof HTMLVideoElement)) return { duration, width: null, height: null, poster: null };
    await moveTo(player, Math.min(EARLY, (duration ?? 0) / 2_000)).catch(() => undefined);
    const { videoWidth: width, videoHeight: height } = player;
    return { duration, width: width || null, height: height || null, poster: await posterOf(player) };
  } catch {
    return { duration: null, width: null, height: null, poster: null };
  } finally {
    player.removeAttribute('src');
    URL.revokeObjectURL(url);
  }
}
