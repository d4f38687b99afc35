import { chooses } from '#contract/mints/chosen-tokens.ts'
import type { CollectionDetails, FieldError, TokenRow } from '#contract/collections/calls.ts'
import type { MintDraftRequest, MintTerms, RoyaltyDetails } from '#contract/mints/calls.ts'
import { canBeginMint, type CollectionRef } from '#renderer/data/minting.ts'
import { text } from '#renderer/text/en.ts'
import { atOwnPaths, type DraftForm, type ErrorsByPath } from '#renderer/views/use-draft-form.ts'

/** How long there is to sign and send, in seconds. */
export const durations = ['7200', '86400', '604800'] as const

/** The form of a new mint as it stands. */
export type MintFormDraft = {
  /** `unlisted`: all but those on sale. */
  tokens: 'unlisted' | 'all' | 'picked'
  picked: ReadonlySet<string>
  search: string
  to: 'payout' | 'other' | 'own'
  address: string
  funding: 'own' | 'other'
  payer: string
  /** Undefined: as many as suffice, chosen by the service. */
  signers: ReadonlySet<string> | undefined
  validFor: (typeof durations)[number]
  /** The first mint on mainnet goes without its rehearsal. */
  skipsRehearsal: boolean
  /** Images may exist on this computer only. */
  acceptsLocalImages: boolean
  acceptsUnfetchedImages: boolean
  /** Begins with the royalty token. */
  withRoyalty: boolean
}

export const emptyMintDraft: MintFormDraft = {
  tokens: 'unlisted',
  picked: new Set(),
  search: '',
  to: 'payout',
  address: '',
  funding: 'own',
  payer: '',
  signers: undefined,
  validFor: '7200',
  skipsRehearsal: false,
  acceptsLocalImages: false,
  acceptsUnfetchedImages: false,
  withRoyalty: false,
}

export const mintDraftKey = ({ accountId, collectionId }: CollectionRef): string =>
  `mint ${accountId} ${collectionId}`

export type MintDraftForm = DraftForm<MintFormDraft>

/** How many tokens a mint of all takes, and how many of them it leaves out because they are on sale. */
export const countMintable = (open: readonly TokenRow[]) => {
  const unlisted = open.filter(chooses('unlisted')).length
  return { listed: open.filter(chooses('all')).length - unlisted, unlisted }
}

/** The rows of the tokens that the form chooses. */
export const chosenRows = (
  open: readonly TokenRow[],
  { tokens, picked }: Pick<MintFormDraft, 'tokens' | 'picked'>,
): readonly TokenRow[] => open.filter(chooses(tokens === 'picked' ? [...picked] : tokens))

/** The one address that income goes to; null when there are several, or none. */
export const payoutOf = ({
  payout_address: payout,
}: Pick<CollectionDetails, 'payout_address'>): string | null =>
  typeof payout === 'string' ? payout : null

/** The receiver choice: a collection without a single payout address has none. */
export const chosenReceiver = (draft: MintFormDraft, payout: string | null): MintFormDraft['to'] =>
  draft.to === 'payout' && payout === null ? 'other' : draft.to

/** Who pays; with empty text, the address is still to be typed. */
export const chosenFunding = ({
  funding,
  payer,
}: Pick<MintFormDraft, 'funding' | 'payer'>): MintDraftRequest['funding'] =>
  funding === 'own' ? 'own' : { address: payer.trim() }

/** Those that the form shows as chosen; where there is nothing to choose, the service knows. */
const signersOf = ({ signers }: MintFormDraft, { policy }: MintTerms): string[] | undefined => {
  if (signers !== undefined) return [...signers]
  return policy.hasChoice && policy.suggested.length > 0 ? policy.suggested : undefined
}

/** The royalty whose token a mint may begin with. */
export const royaltyAhead = (royalty: RoyaltyDetails | null | undefined): RoyaltyDetails['terms'] =>
  royalty !== null && royalty !== undefined && canBeginMint(royalty.status) ? royalty.terms : null

/**
 * @param known.payout see {@link payoutOf}
 * @param known.royalty see {@link royaltyAhead}
 */
export const mintRequestOf = (
  draft: MintFormDraft,
  {
    payout,
    terms,
    royalty,
  }: {
    readonly payout: string | null
    readonly terms: MintTerms
    readonly royalty: RoyaltyDetails['terms']
  },
): MintDraftRequest => {
  const addresses = {
    payout: payout ?? '',
    own: terms.funding.address,
    other: draft.address.trim(),
  }
  return {
    tokens: draft.tokens === 'picked' ? [...draft.picked] : draft.tokens,
    to: addresses[chosenReceiver(draft, payout)],
    funding: chosenFunding(draft),
    signers: signersOf(draft, terms),
    valid_for_seconds: Number(draft.validFor),
    royalty: draft.withRoyalty ? (royalty ?? undefined) : undefined,
  }
}

/** Where the form shows what is wrong with a mint. */
export const mintErrorsOf = (
  draft: MintFormDraft,
  found: readonly FieldError[],
  payout: string | null,
): ErrorsByPath => {
  const { errors } = text.minting.form
  const placed = found.map(({ field, message }) => {
    if (field === 'tokens') return { field: 'picked', message: errors.picked }
    if (field === 'signers') return { field, message: errors.signers }
    if (field === 'to')
      return { field: chosenReceiver(draft, payout) === 'other' ? 'address' : 'to', message }
    return { field: field.startsWith('funding') ? 'payer' : field, message }
  })
  return atOwnPaths(placed)
}
