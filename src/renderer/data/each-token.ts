import type { ErrorInfo } from '#contract/window/call.ts'
import { errorInfoOf } from '../bridge.ts'

export type FailedToken<T> = { readonly token: T; readonly error: ErrorInfo }

export type EachResult<T> = {
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
      failed.push({ token, error: errorInfoOf(error) })
    }
    onProgress(done.length + failed.length)
  }
  return { done, failed }
}
