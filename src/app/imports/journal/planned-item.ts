import type { Item } from './journal-schema.ts'

/** What a row of a plan says about a token, and what is known of it beside. */
type PlannedFields = Pick<Item, 'asset_name' | 'row' | 'request' | 'image'> & Partial<Item>

/** An item of which nothing has been made, apart from what is given. */
export const plannedItem = (fields: PlannedFields): Item => ({
  stage: 'planned',
  works: [],
  source_sha256: null,
  cid: null,
  media_type: null,
  notes: [],
  batch: null,
  token_id: null,
  token_image: null,
  fingerprint: null,
  error: null,
  ...fields,
})
