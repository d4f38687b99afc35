import type { CollectionChange } from '#contract/collections/collection.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import type { YesOption } from '#cli/terminal/confirmation.ts'

export type UpdateOptions = YesOption & {
  readonly name?: string
  readonly description?: string
  readonly url?: string
  readonly creator?: string
  readonly cover?: string
  readonly payout?: string
  readonly reserve?: number
  readonly remove?: readonly ('description' | 'url' | 'creator' | 'cover' | 'reserve')[]
}

/** The options of the fields, for errors that name a field. */
export const updateOptions = {
  name: '--name',
  description: '--description',
  url: '--url',
  creator: '--creator',
  cover: '--cover',
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
  const change = {
    ...Object.fromEntries(
      (['name', 'description', 'url', 'creator', 'cover'] as const).flatMap((field) =>
        options[field] === undefined ? [] : [[field, options[field]]],
      ),
    ),
    ...(payout === undefined ? {} : { payout_address: payout }),
    ...(reserve === undefined ? {} : { reservation_time: reserve }),
    ...Object.fromEntries(
      remove.map((field) => [field === 'reserve' ? 'reservation_time' : field, null]),
    ),
  }
  if (Object.keys(change).length > 0) return change
  throw new ColdpressError(
    'usage',
    `Say what to change: ${Object.values(updateOptions).join(', ')} or --remove.`,
  )
}
