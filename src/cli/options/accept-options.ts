import { rehearsalSentences } from '#contract/mints/mint-rehearsal.ts'
import type { ReadyOptions } from '#app/mints/ready-to-mint.ts'
import type { MintSession } from '#cli/commands/mint/mint-session.ts'
import { drawProgress } from '#cli/terminal/progress-bar.ts'

export const acceptLocalImages = [
  '--accept-local-images',
  'accept that images and works exist on this computer only; outside the devnet they must else be pinned at a public place',
] as const

export const acceptUnfetchedImages = [
  '--accept-unfetched-images',
  'accept that images and works were not fetched through a public gateway; outside the devnet each is fetched once before',
] as const

export const skipRehearsal = (what: string) =>
  [
    '--skip-rehearsal',
    `do without a rehearsal on the devnet, which ${what} on mainnet asks for`,
  ] as const

export type AcceptOptions = {
  readonly acceptLocalImages?: boolean
  readonly acceptUnfetchedImages?: boolean
  readonly skipRehearsal?: boolean
}

/** What the user accepts before tokens are minted or sold; images are fetched as their buyers will. */
export const readyOptions = (
  { app: { imageFetches }, session: { signal, terminal } }: MintSession,
  options: AcceptOptions,
): ReadyOptions => ({
  acceptsLocalImages: options.acceptLocalImages,
  acceptsUnfetchedImages: options.acceptUnfetchedImages,
  skipsRehearsal: options.skipRehearsal,
  signal,
  onRehearsal: (state) => terminal.info(...rehearsalSentences(state)),
  askGateway: (images, gateway) => {
    const progress = drawProgress(terminal)
    return imageFetches
      .fetch(images, {
        gateway,
        signal,
        onProgress: (made) => progress.updateFiles('fetched', made),
      })
      .finally(progress.end)
  },
})
