import { queryOptions, useQuery } from '@tanstack/react-query'
import type { CallInput, CallOutput } from '#contract/window/calls.ts'
import type { ImportDraft } from '#contract/imports/draft-view.ts'
import { call } from '../bridge.ts'
import { asCallError } from './call-query.ts'

/**
 * Runs at most `atOnce` tasks at once, in the order they were requested. A task that is aborted
 * before its turn never starts.
 */
export const createTurns = (atOnce: number) => {
  const waiting: (() => void)[] = []
  let running = 0
  return async <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
    if (running < atOnce) running += 1
    else await new Promise<void>((start) => waiting.push(start))
    try {
      signal.throwIfAborted()
      return await work()
    } finally {
      // The next one takes over this one's turn.
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}

/** Two at a time: the image process is the machine's heaviest work, and an import may run beside. */
const inTurn = createTurns(2)

/**
 * The main process keeps the files of the last 120 images of a draft, and makes the others again: an
 * address that left the view longer ago may lead nowhere.
 */
const keptMs = 5_000

/** Which image of a draft: that of a row, or a file of its folder. */
export type WantedImage = Omit<CallInput<'imports.image'>, 'draftId'>

/**
 * An image as the import would make it. It is rendered in its turn, if still in view.
 * @param source what the row names: another one is another image
 */
export const previewImageQuery = (
  { id, settings }: ImportDraft,
  wanted: WantedImage,
  source: string,
) =>
  queryOptions<CallOutput<'imports.image'>>({
    queryKey: ['imports.image', id, wanted.isOriginal === true ? null : settings, wanted, source],
    queryFn: ({ signal }) =>
      asCallError(inTurn(signal, () => call('imports.image', { draftId: id, ...wanted }))),
    staleTime: Infinity,
    gcTime: keptMs,
  })

export const usePreviewImage = (draft: ImportDraft, wanted: WantedImage, source: string) =>
  useQuery(previewImageQuery(draft, wanted, source))
