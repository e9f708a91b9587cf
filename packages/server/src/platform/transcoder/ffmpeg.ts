// Converts videos with ffmpeg: one process per video, below normal priority, with limits of time and memory and none of
// our environment. Videos are untrusted, so only containers of single files are read: playlists could name other files.
import { constants, setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { AppError } from '@plumbline/core/kernel/errors';
import { z } from 'zod';
import { createPresence, runProgram } from '../external-program.ts';
import { watchMemory } from '../worker-process.ts';
import type { Transcoder } from './transcoder.ts';

export type FfmpegOptions = {
  /** Path of the program if it is not on the PATH; ffprobe is expected beside it. */
  path?: string | undefined;
  now?: () => number;
  maxMemoryBytes?: number;
  timeoutMs?: number;
};

const PROGRAM_PATHS = '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin';
const VERSION_MS = 30_000;
const PROBE_MS = 60_000;
/** An hour of 4K video takes about this long on two slow cores. */
const TIMEOUT_MS = 6 * 3_600_000;
/** 4K video of 10 bits needs about 500 MB. */
const MAX_MEMORY_BYTES = 1_000_000_000;
/** Longest side in pixels: more than phones and projectors show. */
const MAX_SIDE = 1_920;

const FORMATS = 'mov,matroska,webm,avi,mpegts,mpeg,flv,asf,ogg,h264,hevc';
const READ = ['-hide_banner', '-loglevel', 'error', '-protocol_whitelist', 'file', '-format_whitelist', FORMATS];

const stream = z.object({
  codec_type: z.string().default(''),
  codec_name: z.string().default(''),
  pix_fmt: z.string().default(''),
  disposition: z.object({ attached_pic: z.number().default(0) }).prefault({}),
});
const probed = z.object({
  format: z.object({ tags: z.object({ major_brand: z.string().default('') }).prefault({}) }).prefault({}),
  streams: z.array(stream).default([]),
});

type Streams = { isMp4: boolean; keepsVideo: boolean; keepsAudio: boolean };

/** 8 bits and 4:2:0: what the decoders of all phones and browsers read. */
const PLAIN_PIXELS = new Set(['yuv420p', 'yuvj420p']);

export function ffmpeg({
  path,
  now = Date.now,
  maxMemoryBytes = MAX_MEMORY_BYTES,
  timeoutMs = TIMEOUT_MS,
}: FfmpegOptions = {}): Transcoder {
  const program = path ?? 'ffmpeg';
  const prober = path === undefined ? 'ffprobe' : join(dirname(path), 'ffprobe');
  const env = { PATH: PROGRAM_PATHS, LANG: 'C.UTF-8' };

  const available = createPresence(async () => {
    const signal = AbortSignal.timeout(VERSION_MS);
    // Some distributions build it without the encoder.
    const { said } = await runProgram(program, ['-hide_banner', '-encoders'], { env, signal });
    return / libx264 /u.test(said) && (await runProgram(prober, ['-version'], { env, signal })).code === 0;
  }, now);

  /** Runs the program within its limits, and returns its standard output. */
  async function run(tool: string, args: readonly string[], stopped: AbortSignal, limitMs: number): Promise<string> {
    const limit = AbortSignal.timeout(limitMs);
    let memory: ReturnType<typeof watchMemory> | undefined;
    const { code, said, output } = await runProgram(tool, args, {
      env,
      signal: AbortSignal.any([stopped, limit]),
      started: (child) => {
        memory = watchMemory(child, maxMemoryBytes);
        if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_LOW);
      },
    });
    memory?.stop();
    stopped.throwIfAborted();
    limit.throwIfAborted();
    if (memory?.exceeded()) throw new Error(`${tool} used more than ${maxMemoryBytes} bytes of memory`);
    if (code !== 0) throw new Error(`${tool} failed (code ${code}): ${said.trim().slice(-2_000)}`);
    return output;
  }

  async function probe(source: string, signal: AbortSignal): Promise<Streams> {
    const entries = 'format_tags=major_brand:stream=codec_type,codec_name,pix_fmt:stream_disposition=attached_pic';
    const args = [...READ, '-show_entries', entries, '-of', 'json', source];
    // Warnings about harmless faults of the file are not part of the output.
    const output = await run(prober, args, signal, PROBE_MS).catch((error: unknown) => {
      signal.throwIfAborted();
      throw Object.assign(new AppError('unsupported_type'), { cause: error });
    });
    const { format, streams } = probed.parse(JSON.parse(output));
    const video = streams.find((one) => one.codec_type === 'video' && one.disposition.attached_pic === 0);
    const audio = streams.find((one) => one.codec_type === 'audio');
    if (!video) throw new AppError('unsupported_type');
    return {
      isMp4: !/^(?:|qt\s*)$/u.test(format.tags.major_brand),
      keepsVideo: video.codec_name === 'h264' && PLAIN_PIXELS.has(video.pix_fmt),
      keepsAudio: audio === undefined || audio.codec_name === 'aac' || audio.codec_name === 'mp3',
    };
  }

  return {
    available,
    async toMp4(source, target, { signal }) {
      const { isMp4, keepsVideo, keepsAudio } = await probe(source, signal);
      if (isMp4 && keepsVideo && keepsAudio) return false;
      const fit = `scale=w='min(${MAX_SIDE},iw)':h='min(${MAX_SIDE},ih)':force_original_aspect_ratio=decrease:force_divisible_by=2`;
      const encode = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23', '-vf', `${fit},format=yuv420p`];
      const args = [
        ...['-nostdin', '-y', ...READ, '-threads', '2', '-i', source],
        // One picture and one sound: neither subtitles, cover images nor the data tracks of cameras.
        ...['-map', '0:V:0', '-map', '0:a:0?', '-sn', '-dn'],
        ...(keepsVideo ? ['-c:v', 'copy'] : encode),
        ...(keepsAudio ? ['-c:a', 'copy'] : ['-c:a', 'aac', '-b:a', '128k', '-ac', '2']),
        ...['-threads', '2', '-map_metadata', '-1', '-movflags', '+faststart', '-f', 'mp4', target],
      ];
      await run(program, args, signal, timeoutMs);
      return true;
    },
  };
}
