import { useEffect, useRef, useState } from 'react'
import type { TokenRow } from '#contract/collections/calls.ts'
import { eachToken, type EachResult } from '#renderer/data/each-token.ts'
import { useNotices } from '#renderer/stores/notices.ts'

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
  onClose,
}: {
  /** The notice, by their number, once all went well. */
  readonly said: (count: number) => string
  /** Gets the tokens that went well, each time that the work ends. */
  readonly onDone?: (done: readonly TokenRow[]) => void
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
    if (result.done.length < all) return
    useNotices.getState().notify('good', said(all))
    onClose()
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
