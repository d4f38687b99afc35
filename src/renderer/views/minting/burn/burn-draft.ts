import type { DraftForm } from '#renderer/views/use-draft-form.ts'
import type { durations } from '../form/form-of.ts'

type Where = 'mintedTo' | 'own' | 'other'

/** The form of a burn as it stands. */
export type BurnDraft = {
  /** Empty until the user chooses. */
  where: Where | ''
  address: string
  validFor: (typeof durations)[number]
  typed: string
}

export type BurnDraftForm = DraftForm<BurnDraft>

export const emptyDraft: BurnDraft = { where: '', address: '', validFor: '7200', typed: '' }

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
export const addressesOf = (
  draft: Pick<BurnDraft, 'where' | 'address'>,
  places: Places,
): string[] => {
  const where = whereOf(draft, places)
  if (where === 'other') return [draft.address.trim()]
  return where === 'own' ? [places.own] : [...places.mintedTo]
}
