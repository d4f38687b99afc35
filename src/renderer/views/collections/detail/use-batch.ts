import { useEffect, useRef, useState } from 'react'
import type { TokenRow } from '#contract/collections/calls.ts'
import { useNotices } from '#renderer/stores/notices.ts'
import { notifyUndoable } from '#renderer/stores/undo.ts'
import type { ErrorInfo } from '#contract/window/call.ts'
import { errorInfoFrom } from '../../../bridge.ts'

type Work = (token: TokenRow) => Promise<unknown>

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
  said,
  onDone,
  undo,
  onClose,
}: {
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

type FailedToken<T> = { readonly token: T; readonly error: ErrorInfo }

type EachResult<T> = {
  readonly done: readonly T[]
  readonly failed: readonly FailedToken<T>[]
}

/**
 * Does something with tokens one after another: a service limits how many calls it takes at once.
 * What fails for one token does not keep the others from it.
 * @param signal stops before the next token
 */
export const eachToken = async <T>(
  tokens: readonly T[],
  work: (token: T) => Promise<unknown>,
  {
    onProgress,
    signal,
  }: { readonly onProgress: (count: number) => void; readonly signal: AbortSignal },
): Promise<EachResult<T>> => {
  const done: T[] = []
  const failed: FailedToken<T>[] = []
  for (const token of tokens) {
    if (signal.aborted) break
    try {
      await work(token)
      done.push(token)
    } catch (error) {
      failed.push({ token, error: errorInfoFrom(error) })
    }
    onProgress(done.length + failed.length)
  }
  return { done, failed }
}
