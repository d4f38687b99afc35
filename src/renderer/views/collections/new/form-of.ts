import type { CollectionForm } from '#contract/collections/calls.ts'
import type { MetadataTemplate } from '#contract/collections/collection.ts'
import { rateOfPercent } from '#values/amounts/percent.ts'
import { addressPieces } from '#contract/royalty/royalty-text.ts'
import { type AttributeRow, type CollectionDraft, templateFields } from './draft.ts'

/** An empty row is no attribute. */
export const isEmptyText = ({ name, text }: AttributeRow): boolean => name === '' && text === ''

/** The value of the browser's date field as UTC; null for an empty or invalid one. */
export const lockTimeOf = (lockAt: string): string | null => {
  const time = lockAt === '' ? Number.NaN : Date.parse(lockAt)
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}

/** Text for the browser's date field, in local time. */
export const lockAtOf = (time: Date): string => {
  const pad = (value: number, digits = 2) => String(value).padStart(digits, '0')
  const day = `${pad(time.getFullYear(), 4)}-${pad(time.getMonth() + 1)}-${pad(time.getDate())}`
  return `${day}T${pad(time.getHours())}:${pad(time.getMinutes())}`
}

/** Whole minutes, at least one; undefined: not that. */
export const minutesOf = (text: string): number | undefined => {
  const minutes = /^\d{1,9}$/u.test(text.trim()) ? Number(text) : 0
  return minutes > 0 ? minutes : undefined
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
      templateFields.flatMap((field) => (metadata[field] === '' ? [] : [[field, metadata[field]]])),
    ),
    ...(written.length === 0
      ? {}
      : { attributes: Object.fromEntries(written.map(({ name, text }) => [name, text])) }),
    ...(files.length === 0 ? {} : { files }),
    version: '1.0',
  }
}

/**
 * The form in the contract's shape. Invalid input is sent unchanged, so that `check` reports it.
 */
export const collectionFormOf = (draft: CollectionDraft): CollectionForm => {
  const { policy, royalty } = draft
  const minutes = minutesOf(draft.reservation_time)
  const rate = rateOfPercent(royalty.rate)
  return {
    name: draft.name.trim(),
    ...(draft.url.trim() === '' ? {} : { url: draft.url.trim() }),
    ...(draft.description.trim() === '' ? {} : { description: draft.description.trim() }),
    payout_address: draft.payout_address.trim(),
    metadata: templateOf(draft),
    ...(draft.hasRoyalty
      ? {
          royalty: {
            address: addressPieces(royaltyAddressOf(draft)),
            rate: rate === undefined ? royalty.rate : Number(rate),
          },
        }
      : {}),
    ...(minutes === undefined ? {} : { reservation_time: minutes * 60 }),
    policy:
      policy.kind === 'generate'
        ? { kind: 'generate', lockTime: policy.locks ? lockTimeOf(policy.lockAt) : null }
        : { kind: 'vault', policyId: policy.policyId ?? '', sendKeysTo: policy.sendKeysTo },
  }
}
