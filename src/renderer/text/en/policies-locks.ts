import { numberText } from '#shared/format.ts'

/** The policies by the time that they lock. */
export const calendar = {
  save: 'Save as calendar (.ics)',
  saveHint: 'Locks to come, with reminders a week and a day ahead.',
  noneToCome: 'No lock is to come, so a calendar would be empty.',
  saved: (path: string) =>
    `The calendar is in ${path}. Open it with your calendar; once imported again it replaces what it brought.`,
  emptyTitle: 'No policy locks',
  emptyText:
    'Policies that lock on a date stand here in its order. You choose the date when you make a policy.',
  columns: {
    policy: 'Policy',
    locks: 'Locks',
    left: 'Time left',
    network: 'Network',
    minting: 'Minting',
  },
  never: (count: number) =>
    count === 1 ? '1 policy never locks.' : `${numberText(count)} policies never lock.`,
}
