import type { z } from 'zod'
import { ColdpressError } from '#values/errors/errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { importErrors } from '#contract/imports/errors.ts'
import { numberText } from '#values/text/format.ts'
import { type Child, childProgram, startChild } from '#platform/process/start-child.ts'
import { type ReadingRequest, type sharedReplies } from './table-messages.ts'

export type TableProcessOptions = {
  /** A plain Node: Electron's own binary runs no scripts. Default: this process's binary. */
  readonly nodePath?: string
  /** Another program for the process; tests use one that fails. */
  readonly script?: string
  /** Memory for the objects of the process, in MiB. Default: 1024. */
  readonly heapMiB?: number
  /** After this long without a result the process is ended. Default: 10 minutes. */
  readonly timeoutMs?: number
}

const program = childProgram(import.meta.url, {
  source: '../inputs/child/main.ts',
  bundle: 'tables-child.js',
})

/** Four times what a table of 100,000 rows and 20 columns takes. */
const defaultHeapMiB = 1024

/** The limits allow XML that a slow and busy machine reads for four minutes. */
const defaultTimeoutMs = 600_000

type SharedReply = z.output<(typeof sharedReplies)[number]>

/** What a process of its own is to read, and what becomes of its replies. */
export type ReadInProcess<Part, Result> = {
  readonly input: Uint8Array
  readonly request: ReadingRequest
  readonly parseReply: (message: unknown) => SharedReply | Part | undefined
  /** Takes a part of the result. @returns the result with its last part */
  readonly take: (part: Part) => Result | undefined
  /** What is read, as the subject of a sentence. */
  readonly subject: string
  /** What helps where it takes too much, as the rest of a sentence. */
  readonly advice: string
}

/**
 * Has a process of its own read something: whatever the file makes of it, this one keeps its memory
 * and goes on. The signal ends that process at once.
 * @throws ColdpressError what the process answers; `invalid` where it died, or had no result in time;
 * `internal` where it cannot be started; the signal's reason once aborted
 */
export const readByProcess = async <Part extends { readonly kind: string }, Result>(
  reading: ReadInProcess<Part, Result>,
  signal: AbortSignal | undefined,
  options: TableProcessOptions = {},
): Promise<Result> => {
  const aborted = Promise.withResolvers<never>()
  const onAbort = (): void => aborted.reject(signal?.reason)
  signal?.throwIfAborted()
  signal?.addEventListener('abort', onAbort, { once: true })
  const result = last.then(async () => {
    signal?.throwIfAborted()
    return await readByChild(reading, aborted.promise, options)
  })
  last = result.catch(() => undefined)
  try {
    return await Promise.race([result, aborted.promise])
  } finally {
    signal?.removeEventListener('abort', onAbort)
  }
}

/** One reading at a time: several would take several times the memory. */
let last: Promise<unknown> = Promise.resolve()

const readByChild = async <Part extends { readonly kind: string }, Result>(
  { input, request, parseReply, take, subject, advice }: ReadInProcess<Part, Result>,
  aborted: Promise<never>,
  options: TableProcessOptions,
): Promise<Result> => {
  const { timeoutMs = defaultTimeoutMs, heapMiB = defaultHeapMiB } = options
  const { promise: result, resolve, reject } = Promise.withResolvers<Result>()
  let isReady = false
  const child: Child<ReadingRequest> = startChild<ReadingRequest, SharedReply | Part>({
    nodePath: options.nodePath ?? process.execPath,
    script: options.script ?? program,
    v8: [`--max-old-space-size=${heapMiB}`],
    input,
    parseReply,
    onReply: (reply) => {
      try {
        if (isShared(reply)) {
          if (reply.kind === 'failed') reject(errorOf(reply))
          else {
            isReady = true
            child.send(request)
          }
          return
        }
        const whole = take(reply)
        if (whole !== undefined) resolve(whole)
        // Others have their turn before the next.
        else setImmediate(() => child.send({ kind: 'more' }))
      } catch (error) {
        reject(error)
      }
    },
    onEnd: (reason) =>
      reject(isReady ? died({ subject, advice }, reason, heapMiB) : notStarted(reason)),
  })
  const clock = setTimeout(
    () =>
      reject(
        errorBy(
          importErrors,
          'table_timeout',
          {},
          `${subject} was not read within ${timeoutMs / 1000} seconds. ${advice}`,
        ),
      ),
    timeoutMs,
  )
  try {
    const whole = await Promise.race([result, aborted])
    child.hangUp()
    return whole
  } catch (error) {
    child.kill()
    throw error
  } finally {
    clearTimeout(clock)
  }
}

const isShared = (reply: { readonly kind: string }): reply is SharedReply =>
  reply.kind === 'ready' || reply.kind === 'failed'

const errorOf = ({
  code,
  message,
  details,
}: Extract<SharedReply, { kind: 'failed' }>): ColdpressError =>
  new ColdpressError(code, message, { details })

const died = (
  { subject, advice }: Pick<ReadInProcess<never, never>, 'subject' | 'advice'>,
  reason: string,
  heapMiB: number,
): ColdpressError =>
  errorBy(
    importErrors,
    'table_crashed',
    { reason },
    /heap (?:limit|out of memory)/iu.test(reason)
      ? `${subject} needs more than the ${numberText(heapMiB)} MiB of memory that reading it gets. ${advice}`
      : `${subject} ended the program that read it. ${advice}`,
  )

const notStarted = (reason: string): ColdpressError =>
  errorBy(
    importErrors,
    'table_process',
    { reason },
    'The process that reads tables cannot be started.',
  )
