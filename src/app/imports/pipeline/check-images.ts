import { ColdpressError } from '#values/errors/errors.ts'
import { type ImageCheck, isLasting } from '#media/images/image-check.ts'
import {
  type CheckedImage,
  type ImageRule,
  checkedImageRules,
  libraryKey,
  type SoundImage,
} from '#media/images/image-job.ts'
import { isKeptAnimation } from '#media/images/plan-output.ts'
import { mediaTypeOfName } from '#media/content/media.ts'
import { isDriveSilent } from '#platform/disk/drive-reads.ts'
import type { ImageProcess } from '#media/images/process.ts'
import type { ImageCache } from '../journal/image-cache.ts'
import type { FileEntry, Plan } from '../plan/plan-types.ts'
import { createPace } from '#values/work/pace.ts'

/** How far the check of a plan's images is. */
export type ImageCheckProgress = {
  readonly checked: number
  readonly total: number
  /** Files per second. */
  readonly rate: number
  /** Null before the first file is checked. */
  readonly secondsLeft: number | null
}

export type CheckOptions = {
  readonly signal?: AbortSignal | undefined
  /** Checks one file; by default the image process alone does. */
  readonly checkFile?: (file: FileEntry, signal: AbortSignal) => Promise<CheckedImage>
  /** Called after each file. */
  readonly onCheck?: (file: FileEntry, check: ImageCheck, progress: ImageCheckProgress) => void
}

/**
 * The files whose content a plan has yet to learn. Tokens that the collection has already need no
 * image any more, and an empty file is an issue of its own.
 */
export const uncheckedFiles = ({ namedFiles, tokens }: Plan): readonly FileEntry[] => {
  const done = new Set(
    tokens.flatMap(({ state, image }) =>
      state === 'done' && image.kind === 'file' ? [image.file.path] : [],
    ),
  )
  return namedFiles.filter(
    ({ path, size, check }) => check === undefined && size > 0 && !done.has(path),
  )
}

/** The files with what is known of their content. */
export const withChecks = (
  files: readonly FileEntry[],
  checkOf: (file: FileEntry) => ImageCheck | undefined,
): readonly FileEntry[] =>
  files.map((file) => {
    const check = checkOf(file)
    return check === undefined ? file : { ...file, check }
  })

/** Whether a plan says something else about the file than it did before the check. */
export const changesPlan = ({ name, check }: FileEntry): boolean =>
  check?.kind === 'rejected' ||
  (check?.kind === 'sound' &&
    (check.image.mediaType !== mediaTypeOfName(name) ||
      check.image.header?.width !== check.image.header?.height ||
      (check.image.header !== null && isKeptAnimation(check.image.header.raster)) ||
      check.image.header?.inks === true ||
      check.image.header?.otherProfile === true ||
      check.image.header?.deep === true ||
      check.image.hasGps ||
      check.image.loads !== undefined))

/** Whether the check says how the file looks, so that a plan can compare it with the others. */
export const hasLook = ({ check }: FileEntry): boolean =>
  check?.kind === 'sound' && check.image.look !== undefined

/** The image process has room for this many files more, so that a preview never waits for a check. */
const roomForOthers = 2

/**
 * Decodes each file in the image process and remembers the result. Memory does not grow with the
 * number of files: only paths wait. Settles when nothing works any more.
 * @throws the signal's reason once aborted, and ColdpressError `internal` where the image process
 * cannot be started
 */
export const checkImages = async (
  files: readonly FileEntry[],
  { images, memory }: { readonly images: ImageProcess; readonly memory: ImageCache },
  {
    signal: given = new AbortController().signal,
    checkFile = ({ path }, signal) => images.check(path, signal),
    onCheck,
  }: CheckOptions,
): Promise<void> => {
  if (files.length === 0) return
  const stopper = new AbortController()
  const signal = AbortSignal.any([given, stopper.signal])
  const library = libraryKey(await images.versions())
  memory.forgetChecksOfOthers(library)
  const pace = createPace(() => performance.now())
  const waiting = files.values()
  const work = async (): Promise<void> => {
    for (const file of waiting) {
      signal.throwIfAborted()
      const check = await checkOf(file, checkFile, signal)
      if (isLasting(check)) memory.cacheCheck(file, check, library)
      pace.done()
      const left = files.length - pace.total
      onCheck?.(file, check, {
        checked: pace.total,
        total: files.length,
        rate: pace.rate(),
        secondsLeft: pace.secondsFor(left),
      })
    }
  }
  const workers = Math.max(1, images.inFlight - roomForOthers)
  await Promise.all(
    Array.from({ length: workers }, () => work().catch((error: unknown) => stopper.abort(error))),
  )
  signal.throwIfAborted()
}

const checkOf = async (
  file: FileEntry,
  checkFile: NonNullable<CheckOptions['checkFile']>,
  signal: AbortSignal,
): Promise<ImageCheck> => {
  const { size, mtimeMs, name } = file
  try {
    const image = soundOf(await checkFile(file, signal))
    if (image.source.size === size && image.source.mtimeMs === mtimeMs)
      return { kind: 'sound', image }
    return {
      kind: 'rejected',
      rule: 'image_unreadable',
      message: `${name} was changed after the folder was read. Read the folder again.`,
    }
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof ColdpressError) || isOfAll(error)) throw error
    return { kind: 'rejected', rule: ruleOf(error), message: error.message }
  }
}

/** Without what was made of it: that is not remembered with the file. */
const soundOf = (checked: CheckedImage): SoundImage => {
  const { made: _, ...image } = checked
  return image
}

/** An error that every other file would meet as well. */
const isOfAll = (error: ColdpressError): boolean =>
  error.code === 'cancelled' || error.details['rule'] === 'image_process' || isDriveSilent(error)

const ruleOf = ({ details }: ColdpressError): ImageRule =>
  checkedImageRules.find((rule) => rule === details['rule']) ?? 'image_crashed'
