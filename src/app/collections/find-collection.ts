import { collectionErrors } from '#contract/collections/errors.ts'
import { errorBy } from '#values/errors/error-rules.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { countText } from '#values/text/format.ts'
import { quoted } from '#values/text/text.ts'
import type { MintingClient } from '../api/client.ts'

/** Ids as services make them: a ULID, a UUID, 12 bytes in hex. They are taken without asking the service. */
const idPattern =
  /^(?:[0-9a-hjkmnp-tv-z]{26}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|[\da-f]{24})$/iu

/** How many are named of collections that share a name. */
const maxNamed = 5

/**
 * The id of the collection that a person names by its id or, where no other has it, by its name. Case
 * and Unicode form of a name do not count.
 * @throws ColdpressError `not_found`, `conflict` for a name of several, and as the client
 */
export const findCollectionId = async (
  openClient: () => Promise<Pick<MintingClient, 'collections'>>,
  nameOrId: string,
  signal?: AbortSignal,
): Promise<string> => {
  if (idPattern.test(nameOrId)) return nameOrId
  const client = await openClient()
  const wanted = nameKey(nameOrId)
  const named: string[] = []
  for await (const { id, name } of client.collections({ size: 100, signal })) {
    if (id === nameOrId) return id
    if (nameKey(name) === wanted) named.push(id)
  }
  const [found] = named
  if (found === undefined)
    throw errorBy(
      collectionErrors,
      'no_such_collection',
      {},
      `No collection of this account has the name or the id ${quoted(nameOrId)}.`,
    )
  if (named.length === 1) return found
  const more = named.length - maxNamed
  throw new ColdpressError(
    'conflict',
    `${named.length} collections are called ${quoted(nameOrId)}: ${named.slice(0, maxNamed).join(', ')}${more > 0 ? ` and ${countText(more, 'more')}` : ''}. Give the id of one.`,
  )
}

const nameKey = (name: string): string => name.normalize('NFKC').trim().toLowerCase()
