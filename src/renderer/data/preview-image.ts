import { queryOptions, useQuery } from '@tanstack/react-query'
import type { CallOutput } from '#contract/window/calls.ts'
import type { ImportDraft } from '#contract/imports/calls.ts'
import { call } from '../bridge.ts'
import { asCallError } from './call-query.ts'
import { createTurns } from './turns.ts'

/** Two at a time: the image process is the machine's heaviest work, and an import may run beside. */
const inTurn = createTurns(2)

/**
 * The main process keeps the files of the last 120 images of a draft, and makes the others again: an
 * address that left the view longer ago may lead nowhere.
 */
const keptMs = 5_000

/** The image of a row as the import would make it. It is rendered in its turn, if still in view. */
export const previewImageQuery = ({ id, settings }: ImportDraft, row: number, source: string) =>
  queryOptions<CallOutput<'imports.image'>>({
    queryKey: ['imports.image', id, settings, row, source],
    queryFn: ({ signal }) =>
      asCallError(inTurn(signal, () => call('imports.image', { draftId: id, row }))),
    staleTime: Infinity,
    gcTime: keptMs,
  })

export const usePreviewImage = (draft: ImportDraft, row: number, source: string) =>
  useQuery(previewImageQuery(draft, row, source))
