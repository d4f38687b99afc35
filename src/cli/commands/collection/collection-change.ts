import type { CollectionChange } from '#contract/collections/collection.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import type { YesOption } from '#cli/terminal/confirmation.ts'

export type UpdateOptions = YesOption & {
  readonly name?: string
  readonly description?: string
  readonly url?: string
  readonly payout?: string
  readonly reserve?: number
  readonly remove?: readonly ('description' | 'url' | 'reserve')[]
}

/** The options of the fields, for errors that name a field. */
export const updateOptions = {
  name: '--name',
  description: '--description',
  url: '--url',
  payout_address: '--payout',
  reservation_time: '--reserve',
}

/** @throws ColdpressError `usage` when nothing is to be changed */
export const changeOf = ({
  payout,
  reserve,
  remove = [],
  ...options
}: UpdateOptions): CollectionChange => {
  const { name, description, url } = options
  const change = {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...(url === undefined ? {} : { url }),
    ...(payout === undefined ? {} : { payout_address: payout }),
    ...(reserve === undefined ? {} : { reservation_time: reserve }),
    ...(remove.includes('description') ? { description: null } : {}),
    ...(remove.includes('url') ? { url: null } : {}),
    ...(remove.includes('reserve') ? { reservation_time: null } : {}),
  }
  if (Object.keys(change).length > 0) return change
  throw new ColdpressError(
    'usage',
    `Say what to change: ${Object.values(updateOptions).join(', ')} or --remove.`,
  )
}
