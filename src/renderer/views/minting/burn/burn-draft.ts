import type { BurnDraftRequest, MintTerms } from '#contract/mints/calls.ts'
import type { DraftForm } from '#renderer/views/use-draft-form.ts'
import { chosenSigners, signsElsewhere } from '../form/chosen-signers.ts'
import { type durations, chosenFunding } from '../form/form-of.ts'

type Where = 'mintedTo' | 'own' | 'other'

/** The form of a burn as it stands. */
export type BurnDraft = {
  /** Empty until the user chooses. */
  where: Where | ''
  address: string
  funding: 'own' | 'other'
  payer: string
  /** Undefined: as many as suffice, chosen by the service. */
  signers: ReadonlySet<string> | undefined
  validFor: (typeof durations)[number]
  typed: string
}

export type BurnDraftForm = DraftForm<BurnDraft>

export const emptyBurnDraft: BurnDraft = {
  where: '',
  address: '',
  funding: 'own',
  payer: '',
  signers: undefined,
  validFor: '7200',
  typed: '',
}

/** The addresses where the tokens may be. */
export type Places = { readonly own: string; readonly mintedTo: readonly string[] }

/** Whether the tokens were minted to addresses other than the collection's own. */
export const knowsOthers = ({ own, mintedTo }: Places): boolean =>
  mintedTo.some((address) => address !== own)

/** The choice: as long as the user made none, where the tokens were minted to. */
export const whereOf = ({ where }: Pick<BurnDraft, 'where'>, places: Places): Where => {
  if (where !== '') return where
  return knowsOthers(places) ? 'mintedTo' : 'own'
}

/** Empty text stands for an address that is still to be typed. */
const addressesOf = (draft: Pick<BurnDraft, 'where' | 'address'>, places: Places): string[] => {
  const where = whereOf(draft, places)
  if (where === 'other') return [draft.address.trim()]
  return where === 'own' ? [places.own] : [...places.mintedTo]
}

/**
 * The form as the call's request.
 * @param tokens their ids
 */
export const burnRequestOf = (
  draft: Omit<BurnDraft, 'typed'>,
  places: Places,
  tokens: readonly string[],
): BurnDraftRequest => ({
  tokens: [...tokens],
  addresses: addressesOf(draft, places),
  funding: chosenFunding(draft),
  signers: draft.signers && [...draft.signers],
  valid_for_seconds: Number(draft.validFor),
})

/** Whether it names every address. */
export const isFilled = ({ addresses, funding }: BurnDraftRequest): boolean =>
  addresses.every((address) => address !== '') && (funding === 'own' || funding.address !== '')

/** Whether somebody at another computer may have to sign. */
export const mayNeedOthers = (draft: BurnDraft, places: Places, { policy }: MintTerms): boolean =>
  whereOf(draft, places) !== 'own' ||
  draft.funding === 'other' ||
  signsElsewhere(chosenSigners(draft.signers, policy), policy)
