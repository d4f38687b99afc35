/** The policies by lock date. */
export const calendar = {
  save: 'Save as calendar (.ics)',
  saveHint: 'Upcoming locks, with reminders a week and a day ahead.',
  noneToCome: 'No upcoming locks.',
  saved: (path: string) =>
    `Saved to ${path}. Open it with your calendar. Importing it again updates the same entries.`,
  emptyTitle: 'No policy locks',
  emptyText:
    'Policies that lock are listed here by date. You choose the date when you create a policy.',
  columns: {
    policy: 'Policy',
    locks: 'Locks',
    left: 'Time left',
    minting: 'Minting',
  },
  after: (year: number) => `After ${year}`,
}
