import { execFile } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import { promisify } from 'node:util'
import { ColdpressError } from '#values/errors/errors.ts'
import { limits } from '#values/bounds/limits.ts'
import type { FileEntry } from '../plan/plan-types.ts'

const run = promisify(execFile)

/** A frame of a minute of 8K takes seconds. */
const timeoutMs = 60_000

/** Sides of a poster: any wallet's card, and as JPEG of this quality far below a megabyte. */
export const posterSide = 1024
const quality = '3'

/** The path of ffmpeg on the PATH, the video decoder that many computers have; undefined: there is none. */
export const findFfmpeg = (
  path: string | undefined = process.env['PATH'],
  platform: NodeJS.Platform = process.platform,
): string | undefined => {
  const name = platform === 'win32' ? 'ffmpeg.exe' : 'ffmpeg'
  return (
    (path ?? '')
      .split(delimiter)
      // a relative one would be looked for in the folder that is imported
      .filter(isAbsolute)
      .map((folder) => join(folder, name))
      .find(isProgram)
  )
}

const isProgram = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * The frame of a video after a second, or the first of a shorter one: a square JPEG of at most 1 MB.
 * @param program path of ffmpeg
 * @throws ColdpressError `invalid`
 */
export const posterFrame = async (
  program: string,
  { path, name }: FileEntry,
  signal: AbortSignal,
): Promise<Uint8Array> => {
  const frame =
    (await frameAt(program, path, '1', signal)) ?? (await frameAt(program, path, '0', signal))
  if (frame === undefined)
    throw new ColdpressError(
      'invalid',
      `ffmpeg found no frame in ${name}. Export a still image of the same name from your video editor.`,
    )
  if (frame.length > limits.previewBytes)
    throw new ColdpressError(
      'invalid',
      `The frame of ${name} has more than 1 MB. Export a smaller still image of the same name.`,
    )
  return frame
}

const frameAt = async (
  program: string,
  path: string,
  second: string,
  signal: AbortSignal,
): Promise<Uint8Array | undefined> => {
  const { stdout } = await run(program, frameArguments(path, second), {
    signal,
    timeout: timeoutMs,
    maxBuffer: 8 * 1024 ** 2,
    encoding: 'buffer',
  }).catch((error: unknown) => {
    signal.throwIfAborted()
    throw new ColdpressError('invalid', reasonOf(error))
  })
  return stdout.length === 0 ? undefined : stdout
}

const frameArguments = (path: string, second: string): string[] => {
  const one = ['-nostdin', '-v', 'error', '-ss', second, '-i', `file:${path}`, '-frames:v', '1']
  // sar: some videos have pixels that are shown wider than high
  const shown = 'scale=iw*sar:ih,setsar=1'
  const square = ['-vf', `${shown},crop='min(iw,ih)':'min(iw,ih)',scale='min(${posterSide},iw)':-1`]
  const jpeg = ['-f', 'image2pipe', '-c:v', 'mjpeg', '-q:v', quality, 'pipe:1']
  return [...one, ...square, ...jpeg]
}

/** ffmpeg's own last line, if it wrote one. */
const reasonOf = (error: unknown): string => {
  const said =
    error instanceof Error && 'stderr' in error
      ? String(error.stderr).trim().split('\n').at(-1)
      : ''
  return `ffmpeg could not read it${said === undefined || said === '' ? '' : ` (${said})`}.`
}
