import type { z } from 'zod'
import type { collectionForm } from '#contract/collections/calls.ts'
import { type MetadataTemplate, tokenFields } from '#contract/collections/collection.ts'
import { rateOfPercent } from '#values/amounts/percent.ts'
import { addressPieces } from '#contract/royalty/royalty-text.ts'
import { type AttributeRow, type CollectionDraft, typedFields } from './draft.ts'

/** An empty row is no attribute. */
export const isEmptyText = ({ name, text }: AttributeRow): boolean => name === '' && text === ''

/** The value of the browser's date field as UTC; null for an empty or invalid one. */
export const lockTimeOf = (lockAt: string): string | null => {
  const time = lockAt === '' ? Number.NaN : Date.parse(lockAt)
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}

/** Who receives the royalty. */
export const royaltyAddressOf = ({
  royalty,
  royaltyToPayout,
  payout_address,
}: CollectionDraft): string => (royaltyToPayout ? payout_address : royalty.address).trim()

/** The template to send; an emptied field falls back to the token's own. */
export const templateOf = ({
  attributes,
  metadata,
  proposal,
}: CollectionDraft): MetadataTemplate => {
  const written = attributes.filter((row) => !isEmptyText(row))
  const files = proposal?.files ?? []
  return {
    ...Object.fromEntries(
      tokenFields.flatMap((field) => (metadata[field] === '' ? [] : [[field, metadata[field]]])),
    ),
    ...(written.length === 0
      ? {}
      : { attributes: Object.fromEntries(written.map(({ name, text }) => [name, text])) }),
    ...(files.length === 0 ? {} : { files }),
    version: '1.0',
  }
}

type Written = Partial<Record<keyof z.input<typeof collectionForm>, unknown>>

/**
 * The form as a request; what is empty is left out, and what cannot be read is null, for the schema to
 * refuse.
 */
export const collectionFormOf = (draft: CollectionDraft): Written => {
  const { policy, royalty } = draft
  const rate = rateOfPercent(royalty.rate)
  return {
    ...Object.fromEntries(
      typedFields.flatMap((field) => {
        const text = draft[field].trim()
        if (text === '') return []
        return [[field, field === 'reservation_time' ? secondsOf(text) : text]]
      }),
    ),
    metadata: templateOf(draft),
    ...(draft.hasRoyalty
      ? {
          royalty: {
            address: addressPieces(royaltyAddressOf(draft)),
            rate: rate === undefined ? null : Number(rate),
          },
        }
      : {}),
    policy:
      policy.kind === 'generate'
        ? { kind: 'generate', lockTime: policy.locks ? lockTimeOf(policy.lockAt) : null }
        : { kind: 'vault', policyId: policy.policyId ?? '', sendKeysTo: policy.sendKeysTo },
  }
}

/** Of whole minutes. */
const secondsOf = (minutes: string): number | null =>
  /^\d{1,9}$/u.test(minutes) ? Number(minutes) * 60 : null
