import { textOfValue } from '#contract/tokens/attribute-value.ts'
import type { Token } from '#contract/tokens/token.ts'
import { readCid, sameContent } from '#media/content/cid.ts'
import { fingerprintWarning } from '../../api/compare-fingerprint.ts'
import { existingTokenIssue } from '../plan/existing.ts'
import { refusalOf } from '../plan/plan-token.ts'
import { isSameToken } from '../plan/token-change.ts'
import type { ItemOutcome } from '../journal/journal.ts'
import type { ExistingToken, TokenFields } from '../plan/plan-types.ts'
import type { InlineImage } from '../pipeline/inline-image.ts'

/**
 * What a token was, or would be, sent with. `image` is the text of the request, unless `inline`
 * names the content whose bytes go in its place.
 */
export type TokenToSend = {
  readonly assetName: string
  readonly row: number
  readonly request: TokenFields
  readonly image: string
  readonly inline?: InlineImage
  /** The token that is to change, and what it was. */
  readonly target?: { readonly id: string; readonly before: TokenFields }
}

/** A token that the collection holds: of the service's answer only what is compared and kept. */
export type ListedToken = Omit<ExistingToken, 'source'> & {
  readonly id: string
  readonly fingerprint: string | null
  /** Where the service states another fingerprint than the policy and the name give. */
  readonly warning?: string
}

export const listedToken = (token: Token): ListedToken => {
  const warning = fingerprintWarning(token)
  return {
    ...existingTokenIssue(token),
    id: token.id,
    fingerprint: token.fingerprint ?? null,
    ...(warning === undefined ? {} : { warning }),
  }
}

/**
 * The fields in which a held token differs from what was sent; none: it is the same token. The
 * media type is left out, because a service may find it out for itself. An image of which the
 * CID is known on one side only (a web URL, an upload in progress) counts as equal.
 */
export const differences = (sent: TokenToSend, held: ListedToken): readonly string[] => {
  const { request } = sent
  const { fields } = held
  return [
    request.name === fields.name ? [] : ['name'],
    textOfValue(request.description ?? '') === textOfValue(fields.description ?? '')
      ? []
      : ['description'],
    sameImage(sent.image, held.image) ? [] : ['image'],
    sameEntries(tagEntries(request), tagEntries(fields)) ? [] : ['metadata_attributes'],
    sameEntries(customEntries(request), customEntries(fields)) ? [] : ['custom_attributes'],
  ].flat()
}

type Entries = readonly (readonly [string, string])[]

const tagEntries = ({ metadata_attributes = [] }: TokenFields): Entries =>
  metadata_attributes.map(({ tag, value }) => [tag, textOfValue(value)] as const)

const customEntries = ({ custom_attributes = {} }: TokenFields): Entries =>
  Object.entries(custom_attributes).map(([key, value]) => [key, textOfValue(value)] as const)

const sameEntries = (a: Entries, b: Entries): boolean => {
  const known = new Map(a)
  return a.length === b.length && b.every(([key, value]) => known.get(key) === value)
}

/** `ipfs://<cid>[/path]` and what a gateway makes of it. */
const contentAddress =
  /^(?:ipfs:\/\/(?:ipfs\/)?|https?:\/\/[^/]+\/ipfs\/)([A-Za-z0-9]+)(\/[^?#]*)?/u

const addressOf = (image: string): { readonly cid: string; readonly path: string } | undefined => {
  const [, cid, path = ''] = contentAddress.exec(image) ?? []
  return cid === undefined || readCid(cid) === undefined ? undefined : { cid, path }
}

const sameImage = (sent: string, held: string | null): boolean => {
  if (held === null || sent === held) return true
  const [ours, theirs] = [addressOf(sent), addressOf(held)]
  if (ours === undefined || theirs === undefined) return true
  return sameContent(ours.cid, theirs.cid) && ours.path === theirs.path
}

/**
 * Finds out what became of items by what the collection holds: equal in name and content is added,
 * equal in name alone is a conflict, absent may be sent. Where a service holds several tokens of
 * one asset name, an equal one decides.
 */
export const reconcile = (
  items: readonly TokenToSend[],
  held: readonly ListedToken[],
): ItemOutcome[] => {
  const byName = Map.groupBy(held, ({ assetName }) => assetName)
  const byId = new Map(held.map((token) => [token.id, token]))
  return items.map((item) => {
    if (item.target !== undefined) return changeOutcome(item, byId.get(item.target.id))
    const { assetName } = item
    const namesakes = byName.get(assetName) ?? []
    const same = namesakes.find((token) => differences(item, token).length === 0)
    if (same !== undefined) return { assetName, kind: 'added', token: same }
    const [other] = namesakes
    if (other === undefined) return { assetName, kind: 'again' }
    return { assetName, kind: 'failed', error: conflictOf(item, other) }
  })
}

/**
 * What became of a change by what the token is now: as wanted, as it was before, or something that
 * neither of both is, because somebody else has changed it. Such a token is left alone.
 */
export const changeOutcome = (
  { assetName, row, request, target }: TokenToSend,
  held: ListedToken | undefined,
): ItemOutcome => {
  if (held !== undefined && isSameToken(held.fields, request))
    return { assetName, kind: 'added', token: held }
  const before = { assetName, fields: target?.before ?? request }
  const refusal = refusalOf(before, held)
  if (refusal === undefined) return { assetName, kind: 'again' }
  const message = `Row ${row}: ${refusal.message}`
  return { assetName, kind: 'failed', error: { code: 'conflict', message } }
}

const conflictOf = (item: TokenToSend, other: ListedToken) => ({
  code: 'conflict',
  message: `Row ${item.row}: the collection already holds token ${other.id} with asset name "${item.assetName}" but another ${differences(item, other).join(', ')}. Give the row another asset name, or change or delete that token.`,
})
