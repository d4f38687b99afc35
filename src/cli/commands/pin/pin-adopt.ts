import { type Command, Option } from 'commander'
import type { AdoptionProgress, AdoptionReport } from '#contract/adoptions/calls.ts'
import { mintedRoyaltyText } from '#contract/royalty/royalty-text.ts'
import { ColdpressError, errorTable } from '#values/errors/errors.ts'
import { bytesText, countText, numberText } from '#values/text/format.ts'
import { type Network, networks } from '#values/networks/networks.ts'
import type { App } from '#app/create-app.ts'
import { hint } from '#cli/terminal/hint.ts'
import { snakeKeys } from '#cli/terminal/snake-keys.ts'
import type { Terminal } from '#cli/terminal/terminal.ts'
import { readServiceAddress } from '../../options/read-service-address.ts'
import { command } from '../../program.ts'
import type { Session } from '../../session.ts'
import { paceTexts, percentText } from '../../terminal/progress-bar.ts'

type Options = {
  readonly network?: Network
  readonly pin: string
  readonly gateway?: readonly string[]
  readonly reread?: true
}

export const addAdopt = (pin: Command): void =>
  command<Options>(
    pin,
    'adopt <policy-id>',
    'keep and pin the images of an existing policy: fetches what its tokens name and checks every block',
    'pin adopt 7eae28af2208be856f7a119668ae52a49b73725e326dc16579dcc373 --network mainnet --pin kubo',
    (adopt) =>
      adopt
        .addOption(
          new Option(
            '--network <network>',
            "the policy's network (default: the account's)",
          ).choices(networks),
        )
        .option('--pin <name>', 'the pin target', 'local')
        .option(
          '--gateway <url...>',
          'IPFS gateways that answer CAR archives, asked in this order (default: that of pin gateway)',
        )
        .option(
          '--reread',
          'read the metadata of all tokens again, as after a mint that changed it',
        ),
    async (session, options, policyId = '') => {
      const app = await session.app()
      const network = options.network ?? accountNetwork(app, session.account)
      const ipfsGateways = options.gateway?.map(readServiceAddress) ?? [
        app.settings.get().imageGateway,
      ]
      const gateway = await session.withVault(() => app.gateways.get(network))
      const pins = await session.withVault(() => app.pinTargets.open(options.pin))
      const progress = drawAdoption(session.terminal)
      const report = await app.adoptions
        .run({
          policyId,
          gateway,
          ipfsGateways,
          pins,
          rereads: options.reread === true,
          signal: session.signal,
          onProgress: progress.update,
        })
        .finally(progress.end)
      return {
        json: snakeKeys(report),
        text: reportText(report, options.pin),
        exit: report.isWhole ? 0 : errorTable.incomplete.exit,
      }
    },
  )

const accountNetwork = (app: App, name: Session['account']): Network => {
  const { chain } = app.accounts.get(name)
  if (chain !== undefined) return chain
  throw new ColdpressError('usage', 'Name the network of the policy with --network.')
}

const verbs: Readonly<Record<AdoptionProgress['step'], string>> = {
  tokens: 'read',
  fetch: 'fetched',
  pin: 'pinned',
}

/** One line for the step that runs, with how fast it is and how long it still takes. */
const drawAdoption = (terminal: Terminal) => ({
  update: ({ step, done, total, bytes, rate, secondsLeft }: AdoptionProgress): void => {
    if (!terminal.canDraw) return
    const made = `${verbs[step]} ${numberText(done)} of ${countText(total, step === 'tokens' ? 'token' : 'CID')}`
    const fetched = step === 'fetch' && bytes > 0 ? bytesText(bytes) : ''
    terminal.draw(percentText(done, total), ...paceTexts(rate, secondsLeft), made, fetched)
  },
  end: (): void => {
    if (terminal.canDraw) terminal.draw('')
  },
})

const reportText = (report: AdoptionReport, target: string): string => {
  const { tokens, tokensRead, stopped, elsewhere, missing, broken, places, isWhole } = report
  const { royalty } = report
  return [
    `${numberText(tokensRead)} of ${countText(tokens, 'token')} read.${stopped === null ? '' : ` ${stopped}`}`,
    ...(royalty === null
      ? []
      : [
          `Royalty on chain: ${royalty === undefined ? 'not read yet' : mintedRoyaltyText(royalty)}.`,
        ]),
    keptText(report),
    ...(elsewhere === 0
      ? []
      : [
          `${countText(elsewhere, 'token names', 'tokens name')} a file that is not on IPFS; Coldpress does not keep it.`,
        ]),
    ...missing.map(({ cid, message }) => `${cid} is missing. ${message}`),
    ...broken.map((uri) => `${uri} leads nowhere: its folder has no such file.`),
    ...places.map((place) => placeText(place, report.cids)),
    ...(isWhole || missing.length === 0
      ? []
      : [
          `To ask again for what is missing: ${hint(`pin adopt ${report.policyId} --network ${report.network} --pin ${target}`)}`,
        ]),
  ].join('\n')
}

const keptText = ({ cids, files, archives, bytes }: AdoptionReport): string =>
  `${numberText(files + archives)} of ${countText(cids, 'CID')} kept on this computer (${bytesText(bytes)}): ${countText(files, 'whole file')}, ${countText(archives, 'CAR archive')}.`

const placeText = (
  { place, held, untaken, repinned, error }: AdoptionReport['places'][number],
  cids: number,
): string =>
  [
    `${numberText(held)} of ${numberText(cids)} at ${place}.`,
    ...(repinned === 0
      ? []
      : [
          `${countText(repinned, 'pin')} had been lost there and ${repinned === 1 ? 'was' : 'were'} made again.`,
        ]),
    ...(untaken === 0 ? [] : [`It cannot take ${countText(untaken, 'CAR archive')}.`]),
    ...(error === null ? [] : [error]),
  ].join(' ')
