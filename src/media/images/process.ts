import { availableParallelism } from 'node:os'
import { resolve as absolute } from 'node:path'
import { ColdpressError } from '#values/errors/errors.ts'
import { childProgram } from '#platform/process/start-child.ts'
import type {
  CheckedImage,
  ImageCard,
  ImageSummary,
  ImageJob,
  ImageMaking,
  ImageOutcome,
} from './image-job.ts'
import { Supervisor } from './supervisor.ts'

const imageProgram = childProgram(import.meta.url, {
  source: './child/main.ts',
  bundle: 'images-child.js',
})

export type ImageProcessOptions = {
  /** A plain Node: Electron's own binary must not load sharp. Default: this process's binary. */
  readonly nodePath?: string
  /** Another program for the image process; tests use one that fails. */
  readonly script?: string
  /** Files worked on at a time. Default: cores + 2. */
  readonly inFlight?: number
  /** Time for the pixels of one file; counts in whole seconds. Default: 30,000. */
  readonly timeoutMs?: number
  /** After this long without an answer the image process is ended. Default: timeoutMs + 10,000. */
  readonly killAfterMs?: number
  /** Called when the process died; the next file restarts it. */
  readonly onDeath?: (deaths: number) => void
}

export type ImageProcess = {
  /**
   * Checks a file and changes it as the settings require. When the promise settles, the target is
   * complete or absent. If the process dies, its files are processed again.
   * @throws ColdpressError `invalid` with an `ImageRule` as `details.rule`, `cancelled`, `internal`
   */
  process(job: ImageJob, signal?: AbortSignal): Promise<ImageOutcome>
  /**
   * Decodes a whole file, and writes nothing but what is to be made of it. Throws as `process` does.
   */
  check(source: string, signal?: AbortSignal, making?: ImageMaking): Promise<CheckedImage>
  /** Reads a file's header. Throws as `process` does. */
  inspect(source: string, signal?: AbortSignal): Promise<ImageSummary>
  /**
   * The texts of the QR codes in an image: one for a still, and one for each frame of an animation
   * that has one. Throws as `process` does.
   */
  readCodes(source: string, signal?: AbortSignal): Promise<readonly string[]>
  /** Draws a picture to share. Throws as `process` does. */
  drawCard(card: ImageCard, signal?: AbortSignal): Promise<void>
  /** Versions of everything that affects a result's bytes. */
  versions(): Promise<Readonly<Record<string, string>>>
  /** Cancels waiting files, gives the others two seconds, ends the process. */
  close(): Promise<void>
  readonly inFlight: number
}

/** Starts nothing yet: the first request starts the process, and the next one after each death. */
export const createImageProcess = (options: ImageProcessOptions = {}): ImageProcess => {
  const timeoutMs = options.timeoutMs ?? 30_000
  // while one is read, written or on its way between the processes, one more waits than cores do
  const inFlight = options.inFlight ?? availableParallelism() + 2
  const supervisor = new Supervisor({
    nodePath: options.nodePath ?? process.execPath,
    script: options.script ?? imageProgram,
    inFlight,
    timeoutMs,
    killAfterMs: options.killAfterMs ?? timeoutMs + 10_000,
    onDeath: options.onDeath ?? (() => undefined),
  })
  return {
    inFlight,
    process: async ({ source, ...making }, signal) => {
      const order = { kind: 'process', source: absolute(source), ...absoluteIn(making) } as const
      const answer = await supervisor.run(order, signal)
      if (answer.kind !== 'processed') throw wrongAnswer()
      return answer.outcome
    },
    check: async (source, signal, making) => {
      const order = {
        kind: 'check',
        source: absolute(source),
        making: making && absoluteIn(making),
      } as const
      const answer = await supervisor.run(order, signal)
      if (answer.kind !== 'checked') throw wrongAnswer()
      return answer.image
    },
    inspect: async (source, signal) => {
      const answer = await supervisor.run({ kind: 'inspect', source: absolute(source) }, signal)
      if (answer.kind !== 'inspected') throw wrongAnswer()
      return answer.summary
    },
    readCodes: async (source, signal) => {
      const answer = await supervisor.run({ kind: 'read-codes', source: absolute(source) }, signal)
      if (answer.kind !== 'codes') throw wrongAnswer()
      return answer.texts
    },
    drawCard: async ({ source, target, ...words }, signal) => {
      const [from, to] = [absolute(source), absolute(target)]
      const order = { kind: 'card', source: from, target: to, ...words } as const
      const answer = await supervisor.run(order, signal)
      if (answer.kind !== 'drawn') throw wrongAnswer()
    },
    versions: () => supervisor.versions(),
    close: () => supervisor.close(),
  }
}

const absoluteIn = ({ target, settings, thumbnail }: ImageMaking): ImageMaking => ({
  target: absolute(target),
  settings,
  ...(thumbnail === undefined ? {} : { thumbnail: absolute(thumbnail) }),
})

const wrongAnswer = (): ColdpressError =>
  new ColdpressError('internal', 'The image process gave an answer to another question.')
