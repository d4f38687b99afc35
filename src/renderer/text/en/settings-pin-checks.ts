import { countText, numberText } from '#values/text/format.ts'

type Counts = {
  readonly sound: number
  readonly unread: number
  readonly unpinned: number
  readonly incomplete: number
}

/** What a place has, as `180 read, 20 not pinned`. */
const countsText = ({ sound, unread, unpinned, incomplete }: Counts): string => {
  const parts = [
    ...(sound > 0 ? [`${numberText(sound)} read there`] : []),
    ...(unread > 0 ? [`${numberText(unread)} pinned, not read`] : []),
    ...(incomplete > 0 ? [`${numberText(incomplete)} with missing blocks`] : []),
    ...(unpinned > 0 ? [`${numberText(unpinned)} not pinned`] : []),
  ]
  return parts.length === 0 ? 'nothing to check' : parts.join(', ')
}

/** Checks and repairs of pin targets. */
export const pinCheckWords = {
  verify: 'Verify images',
  verifyOf: (name: string) => `Verify images at ${name}`,
  repair: 'Repair',
  repairOf: (name: string) => `Repair images at ${name}`,
  stop: 'Stop',
  stopOf: (name: string) => `Stop the check of ${name}`,
  steps: {
    check: (name: string) => `Verify images at ${name}`,
    repair: (name: string) => `Repair images at ${name}`,
  },
  progress: {
    check: (done: number, total: number) =>
      `${numberText(done)} of ${countText(total, 'file')} read`,
    repair: (done: number, total: number) =>
      `${numberText(done)} of ${countText(total, 'file')} repaired`,
  },
  sound: 'Sound',
  lacking: 'Needs repair',
  files: (sound: number, files: number) =>
    `${numberText(sound)} of ${countText(files, 'file is', 'files are')} sound on this computer and pinned.`,
  damaged: (files: number) =>
    `${countText(files, 'file is', 'files are')} damaged or gone on this computer.`,
  place: (place: string, counts: Counts) => `${place}: ${countsText(counts)}.`,
  repaired: ({
    restored,
    sent,
    failed,
  }: {
    readonly restored: number
    readonly sent: number
    readonly failed: number
  }) =>
    [
      `Repair: ${countText(sent, 'file')} sent`,
      ...(restored === 0 ? [] : [`${numberText(restored)} brought back to this computer`]),
      ...(failed === 0 ? [] : [`${numberText(failed)} failed`]),
    ].join(', ') + '.',
  checked: 'Last checked',
  gateway: 'IPFS gateway',
  gatewayText:
    'Before a mint or a sale on a public network, images are fetched once through this gateway, as a buyer will. It must serve CAR files.',
  gatewaySaved: (url: string) => `Images are fetched through ${url} now.`,
  routing: 'Routing endpoint',
  routingText:
    'Asked which peers have a file, besides your node, when you look for one. It learns what you look for. Empty: none is asked.',
  routingSaved: (url: string | null) =>
    url === null ? 'No routing endpoint is asked now.' : `${url} is asked now, when you ask.`,
  schedule: 'Check by itself',
  scheduleText:
    'While Coldpress is open, it asks for the images that were pinned, reads a hundred of them, and pins again what is gone.',
  intervals: { off: 'Never', daily: 'Once a day', weekly: 'Once a week' },
}
