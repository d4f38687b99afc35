/** What a job is made of, for tests in which none of it matters. */
export const sampleJob = {
  folder: '/f',
  tablePath: '/f/t.csv',
  collectionId: 'c',
  accountId: 'a',
  settings: { maxPixels: null, format: 'keep', quality: 80 },
  pinner: 'local',
} as const
