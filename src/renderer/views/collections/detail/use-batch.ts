import { useEffect, useRef, useState } from 'react'
import type { TokenRow } from '#contract/collections/calls.ts'
import { useNotices } from '#renderer/stores/notices.ts'
import { notifyUndoable } from '#renderer/stores/undo.ts'
import { errorInfoFrom } from '../../../bridge.ts'

type Work = BatchWork<TokenRow>

type BatchState =
  | { readonly kind: 'asking' }
  | {
      readonly kind: 'working'
      readonly count: number
      readonly all: number
      /** Undefined before the first is done. */
      readonly secondsLeft: number | undefined
    }
  | ({ readonly kind: 'ended'; readonly all: number } & EachResult<TokenRow>)

export type Batch = {
  readonly state: BatchState
  readonly start: (tokens: readonly TokenRow[], work: Work) => void
  /** Does the last work again for some of the tokens. */
  readonly retry: (tokens: readonly TokenRow[]) => void
  readonly stop: () => void
}

/** Work on several tokens, which can be stopped and tried again. */
export const useBatch = ({
  size = 1,
  said,
  onDone,
  undo,
  onClose,
}: {
  /** How many tokens the work takes at once. */
  readonly size?: number
  /** The notice, by their number, once all went well. */
  readonly said: (count: number) => string
  /** Gets the tokens that went well, each time that the work ends. */
  readonly onDone?: (done: readonly TokenRow[]) => void
  /** Undoes the work on some of the tokens; returns what it says then. */
  readonly undo?: ((done: readonly TokenRow[]) => Promise<string>) | undefined
  /** Called once all went well. */
  readonly onClose: () => void
}): Batch => {
  const [state, setState] = useState<BatchState>({ kind: 'asking' })
  const stopper = useRef<AbortController>(undefined)
  const latest = useRef<Work>(undefined)
  useEffect(() => () => stopper.current?.abort(), [])
  const run = async (tokens: readonly TokenRow[], work: Work) => {
    const controller = new AbortController()
    const all = tokens.length
    const startedAt = performance.now()
    stopper.current = controller
    latest.current = work
    setState({ kind: 'working', count: 0, all, secondsLeft: undefined })
    const result = await eachToken(tokens, work, {
      size,
      signal: controller.signal,
      onProgress: (count) => {
        const seconds = (performance.now() - startedAt) / 1000
        setState({ kind: 'working', count, all, secondsLeft: (seconds / count) * (all - count) })
      },
    })
    setState({ kind: 'ended', all, ...result })
    onDone?.(result.done)
    const count = result.done.length
    if (undo !== undefined && count > 0) notifyUndoable(said(count), () => undo(result.done))
    else if (count === all) useNotices.getState().notify('good', said(all))
    if (count === all) onClose()
  }
  return {
    state,
    start: (tokens, work) => void run(tokens, work),
    retry: (tokens) => {
      if (latest.current !== undefined) void run(tokens, latest.current)
    },
    stop: () => stopper.current?.abort(),
  }
}

type FailedToken<T> = { readonly token: T; readonly message: string }

/** Works on a few tokens. @returns those that failed; a thrown error is one of all of them */
type BatchWork<T> = (tokens: readonly T[]) => Promise<readonly FailedToken<T>[]>

type EachResult<T> = {
  readonly done: readonly T[]
  readonly failed: readonly FailedToken<T>[]
}

/**
 * Does something with tokens, `size` of them after another: a service limits how many calls it takes at
 * once. What fails for one token does not keep the others from it.
 * @param signal stops before the next of them
 */
export const eachToken = async <T>(
  tokens: readonly T[],
  work: BatchWork<T>,
  {
    size = 1,
    onProgress,
    signal,
  }: {
    readonly size?: number
    readonly onProgress: (count: number) => void
    readonly signal: AbortSignal
  },
): Promise<EachResult<T>> => {
  const done: T[] = []
  const failed: FailedToken<T>[] = []
  for (let start = 0; start < tokens.length && !signal.aborted; start += size) {
    const some = tokens.slice(start, start + size)
    const failures = await failuresOf(some, work)
    const isFailed = new Set(failures.map(({ token }) => token))
    failed.push(...failures)
    done.push(...some.filter((token) => !isFailed.has(token)))
    onProgress(done.length + failed.length)
  }
  return { done, failed }
}

const failuresOf = async <T>(
  tokens: readonly T[],
  work: BatchWork<T>,
): Promise<readonly FailedToken<T>[]> => {
  try {
    return await work(tokens)
  } catch (error) {
    const { message } = errorInfoFrom(error)
    return tokens.map((token) => ({ token, message }))
  }
}

/** Work on one token after another. */
export const oneByOne =
  <T>(work: (token: T) => Promise<unknown>): BatchWork<T> =>
  async (tokens) => {
    for (const token of tokens) await work(token)
    return []
  }
