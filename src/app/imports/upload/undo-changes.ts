import { ColdpressError, messageOf } from '#values/errors/errors.ts'
import { inParallel } from '#values/work/in-parallel.ts'
import type { ImportJob, Item } from '../journal/journal-schema.ts'
import { refusalOf } from '../plan/plan-token.ts'
import { tokenChangeOf } from '../plan/token-change.ts'
import { changesAtOnce } from './change-tokens.ts'
import { type ListedToken, listedToken } from './reconcile.ts'
import type { TokenService } from './uploader.ts'

/** What became of an undo; those that failed stay as the job has made them. */
export type UndoneChanges = {
  readonly changed: number
  readonly failed: readonly { readonly assetName: string; readonly message: string }[]
}

type Undoing = {
  readonly job: Pick<ImportJob, 'id' | 'purpose'>
  readonly collectionId: string
  readonly items: readonly Item[]
}

/**
 * Gives tokens back what they were before a job changed them. One that is reserved or was changed since
 * stays as it is, and is named.
 * @throws ColdpressError `conflict` for a job that adds tokens; what the list of the tokens throws
 */
export const undoChanges = async (
  service: TokenService,
  { job, collectionId, items }: Undoing,
  {
    signal,
    onProgress,
  }: { readonly signal?: AbortSignal; readonly onProgress?: (done: number) => void } = {},
): Promise<UndoneChanges> => {
  if (job.purpose !== 'change')
    throw new ColdpressError(
      'conflict',
      `Import ${job.id} added tokens, so it has no changes to undo. Delete its tokens instead.`,
      { details: { job: job.id } },
    )
  const held = new Map<string, ListedToken>()
  for await (const token of service.tokens(collectionId, { size: 100, signal }))
    held.set(token.id, listedToken(token))
  const done = items.filter(({ stage }) => stage === 'added')
  const failed: { assetName: string; message: string }[] = []
  let changed = 0
  await inParallel(done, changesAtOnce, async (item) => {
    signal?.throwIfAborted()
    const reason = await undoChange(service, collectionId, item, held.get(item.token_id ?? ''))
    if (reason === undefined) changed += 1
    else failed.push({ assetName: item.asset_name, message: reason })
    onProgress?.(changed + failed.length)
  })
  return { changed, failed }
}

/** @returns why it was not done */
const undoChange = async (
  service: TokenService,
  collectionId: string,
  { asset_name: assetName, request, before }: Item,
  held: ListedToken | undefined,
): Promise<string | undefined> => {
  const refusal = refusalOf({ assetName, fields: request }, held)
  if (refusal !== undefined || held === undefined) return refusal?.message ?? ''
  try {
    await service.updateToken(collectionId, held.id, tokenChangeOf(held.fields, before ?? request))
    return undefined
  } catch (error) {
    return messageOf(error)
  }
}
