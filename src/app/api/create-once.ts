import { setTimeout as sleep } from 'node:timers/promises'
import { limits } from '#values/bounds/limits.ts'
import { ColdpressError, isColdpressError } from '#values/errors/errors.ts'

/** Number and interval of the queries that follow a lost response. */
const lookups = { count: 3, pauseMs: 1000 }

export type Creation<Made> = {
  /** What is made, as sentences name it. */
  readonly noun: 'collection' | 'sale' | 'webhook'
  readonly send: () => Promise<Made>
  /** Page by page; `size` is that of a page. */
  readonly list: (size: number) => AsyncIterable<Listed<Made>>
  /** The list begins with the newest, so no further than to what was known is read. */
  readonly isNewestFirst: boolean
  /** Whether it is what was asked for. */
  readonly isLike: (found: Listed<Made>) => boolean
}

type Listed<Made> = Omit<Made, 'secret'> & { readonly id: string }

/**
 * Makes something at a service, once. After a lost or unreadable answer it looks in the list for what
 * was not there before, instead of sending again, since a service would make a second one (ADR 4).
 * @throws ColdpressError as `send`; after a lost answer without one match, with `mayHaveArrived` and
 * what to look at before it is tried again
 */
export const createOnce = async <Made extends { readonly id: string }>(
  creation: Creation<Made>,
): Promise<Made | Listed<Made>> => {
  const known = await readKnown(creation)
  try {
    return await creation.send()
  } catch (error) {
    if (!mayHaveArrived(error)) throw error
    const found = error.code === 'cancelled' ? [] : await findMade(creation, known)
    const [only] = found
    if (only !== undefined && found.length === 1) return only
    const { noun } = creation
    throw new ColdpressError(
      error.code,
      `${error.message} ${
        found.length === 0
          ? `The ${noun} may have been made all the same: look at the list of ${noun}s before you try again.`
          : `Since then ${found.length} ${noun}s like it were made, so it is not known which one is this: look at the list of ${noun}s.`
      }`,
      { details: error.details, cause: error },
    )
  }
}

export const mayHaveArrived = (error: unknown): error is ColdpressError =>
  isColdpressError(error) && error.details['mayHaveArrived'] === true

/** The ids that are there before; undefined where the service lists none. */
const readKnown = async <Made>({
  list,
  isNewestFirst,
}: Creation<Made>): Promise<ReadonlySet<string> | undefined> => {
  const ids = new Set<string>()
  try {
    for await (const { id } of list(isNewestFirst ? 1 : limits.pageSize.max)) {
      ids.add(id)
      if (isNewestFirst) break
    }
    return ids
  } catch (error) {
    if (isColdpressError(error, 'not_found')) return undefined
    throw error
  }
}

const findMade = async <Made>(
  { list, isNewestFirst, isLike }: Creation<Made>,
  known: ReadonlySet<string> | undefined,
): Promise<readonly Listed<Made>[]> => {
  if (known === undefined) return []
  for (let attempt = 1; ; attempt += 1) {
    const found: Listed<Made>[] = []
    try {
      for await (const listed of list(limits.pageSize.max)) {
        if (!known.has(listed.id)) {
          if (isLike(listed)) found.push(listed)
        } else if (isNewestFirst) break
      }
    } catch (error) {
      // why the answer was lost matters more than that the list can't be read either
      if (!isColdpressError(error) || attempt === lookups.count) return []
    }
    if (found.length > 0 || attempt === lookups.count) return found
    await sleep(lookups.pauseMs)
  }
}
