import { type Command, Option } from 'commander'
import { countText } from '#values/text/format.ts'
import { mintWhenConfirmed } from '#app/mints/build-mint.ts'
import { shownTermsOf } from '#app/mints/confirm-royalty.ts'
import {
  addBuildOptions,
  answerBuilt,
  asksToSend,
  type BuildOptions,
  buildOptionNames,
  readMintOptions,
} from './build-options.ts'
import { openMintSession } from './mint-session.ts'
import { receiversOf } from './mint-receivers.ts'
import { namingOptions, type OptionNames } from '#cli/options/option-names.ts'
import { requiredCollection } from '#cli/options/collection-option.ts'
import { command, group } from '#cli/program.ts'
import { addBurn } from './mint-burn.ts'
import { addMintMoney } from './mint-money.ts'
import { warnOfReceivers } from './warn-of-receivers.ts'
import { addMintRehearse, offeringRehearsal } from './mint-rehearse.ts'
import {
  acceptLocalImages,
  type AcceptOptions,
  acceptUnfetchedImages,
  readyOptions,
  skipRehearsal,
} from '#cli/options/accept-options.ts'
import { addMintState } from './mint-state.ts'

export const addMintCommands = (program: Command): void => {
  const mint = group(program, 'mint', 'mint tokens of a collection')
  addBuild(mint)
  addMintRehearse(mint)
  addBurn(mint)
  addMintState(mint)
  addMintMoney(mint)
}

type MintOptions = BuildOptions &
  AcceptOptions & {
    readonly tokens?: string
    readonly to?: string
    readonly toFile?: string
    readonly withRoyalty?: boolean
  }

const addBuild = (mint: Command): void =>
  command<MintOptions>(
    mint,
    'build',
    'build a mint and show it; once you confirm, sign it with keys of the vault and send it',
    'mint build --collection 01k… --to addr_test1… --out mint.cpreq --wait',
    (build) =>
      addBuildOptions(
        build
          .addOption(requiredCollection('the collection whose tokens are minted'))
          .option(
            '--tokens <list>',
            'all, or ids or asset names, separated by commas (default: all that have no price, or those of --to-file)',
          )
          .option('--to <address>', 'who receives the tokens')
          .addOption(
            new Option(
              '--to-file <csv>',
              'who receives which token: a table with the columns address and asset_name',
            ).conflicts('to'),
          )
          .option(
            '--with-royalty',
            "mint the collection's royalty token first, in the same round; confirms the royalty",
          )
          .option(...skipRehearsal('the first mint'))
          .option(...acceptLocalImages)
          .option(...acceptUnfetchedImages),
        "pay from this address; its owner has to sign too (default: the collection's own address)",
      ),
    async (session, options) => {
      const { collection, fundFrom, hold = false, withRoyalty } = options
      const asks = asksToSend(session, options, 'A mint that this vault signs')
      if (!hold && fundFrom === undefined) asks.canConfirm('sign')
      const mintSession = await openMintSession(session, { signs: true })
      const { client } = mintSession
      const receivers = await receiversOf(mintSession, options)
      warnOfReceivers(session, 'receiver', receivers.to)
      const request = {
        ...receivers,
        ...readMintOptions(options),
        ...(withRoyalty === true
          ? { royalty: shownTermsOf(await client.getCollection(collection)) }
          : {}),
      }
      const mint = await offeringRehearsal(collection, 'mint', () =>
        namingOptions(namesOf(options), () =>
          mintWhenConfirmed({ ...mintSession, asks }, collection, request, {
            ...readyOptions(mintSession, options),
            staysHeld: hold,
            onListed: (tokens) =>
              session.terminal.info(
                `${countText(tokens, 'token')} on sale ${tokens === 1 ? 'is' : 'are'} left out. To mint ${tokens === 1 ? 'it' : 'them'} too, use --tokens all.`,
              ),
            onBuilt: ({ id, tokens, transactions }) =>
              session.terminal.info(
                `Mint ${id}: ${countText(tokens.length, 'token')} in ${countText(transactions.length, 'transaction')}.`,
              ),
          }),
        ),
      )
      return answerBuilt(mintSession, mint, options)
    },
  )

/** Tokens and receivers come from the file where there is one. */
const namesOf = ({ tokens, toFile }: MintOptions): OptionNames => ({
  ...(toFile === undefined || tokens !== undefined ? { tokens: '--tokens' } : { tokens: toFile }),
  to: toFile ?? '--to',
  address: '--fund-from',
  royalty: '--with-royalty',
  ...buildOptionNames,
})
