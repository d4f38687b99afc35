import type { TokenRow } from '#contract/collections/calls.ts'

/** A token as the list of its collection has it, in a state. */
export const tokenRowOf = (id: string, status = 'FOR_SALE'): TokenRow => ({
  id,
  asset_name: id,
  name: id,
  status,
  cid: null,
  attributes: [],
})
