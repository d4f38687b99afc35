import { type Command, Option } from 'commander'
import { countText } from '#values/text/format.ts'
import type { MintRequest } from '#contract/mints/mint.ts'
import { requireConfirmable } from '#cli/terminal/confirmation.ts'
import { requireWritable } from '#cli/files.ts'
import {
  addBuildOptions,
  type BuildOptions,
  buildOptionNames,
  finishBuild,
  readMintOptions,
} from './build-options.ts'
import { wouldSignHere } from './mint-confirm.ts'
import { type MintSession, openMintSession } from './mint-session.ts'
import { receiversOf } from './mint-receivers.ts'
import { namingOptions, type OptionNames } from '#cli/options/option-names.ts'
import { command, group } from '#cli/program.ts'
import { addBurn } from './mint-burn.ts'
import { confirmRoyaltyInTerminal, shownTermsOf } from './royalty-confirm.ts'
import { addMintMoney } from './mint-money.ts'
import { warnOfReceivers } from './warn-of-receivers.ts'
import { addMintRehearse, checkRehearsal, skipRehearsal } from './mint-rehearse.ts'
import {
  type AcceptImageOptions,
  acceptLocalImages,
  acceptUnfetchedImages,
  requireImagesOnline,
} from '#cli/options/accept-images.ts'
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
  AcceptImageOptions & {
    readonly tokens?: string
    readonly to?: string
    readonly toFile?: string
    readonly withRoyalty?: boolean
    readonly skipRehearsal?: boolean
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
          .requiredOption('--collection <id>', 'the collection whose tokens are minted')
          .option(
            '--tokens <list>',
            'all, or ids or asset names, separated by commas (default: all, or those of --to-file)',
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
      const { collection, fundFrom, out, hold, yes } = options
      const mayAsk = hold !== true && yes !== true
      if (mayAsk && fundFrom === undefined) requireConfirmable(session, options, aMint)
      if (out !== undefined) await requireWritable(out)
      const mintSession = await openMintSession(session, { signs: true })
      const asks = mayAsk && (await signsHere(mintSession, options))
      if (asks) requireConfirmable(session, options, aMint)
      const receivers = await receiversOf(mintSession, options)
      // Asked or held, it is shown with its receivers.
      if (!asks && hold !== true) warnOfReceivers(session, 'receiver', receivers.to)
      await requireImagesOnline(mintSession, options, receivers.tokens)
      await checkRehearsal(mintSession, options, receivers, 'mint')
      const royalty = await confirmedTerms(mintSession, options)
      // Not given up on: what an interrupted call had made would be found by nobody.
      const made = await namingOptions(namesOf(options), () =>
        session.withVault(() =>
          mintSession.client.createMint(collection, {
            ...receivers,
            ...royalty,
            ...readMintOptions(options, asks),
          }),
        ),
      )
      session.terminal.info(
        `Mint ${made.id}: ${countText(made.tokens.length, 'token')} in ${countText(made.transactions.length, 'transaction')}.`,
      )
      return finishBuild(mintSession, made, options, asks)
    },
  )

/** The royalty for a round that begins with it, confirmed in words unless by `--yes`. */
const confirmedTerms = async (
  { client, session }: MintSession,
  { collection, withRoyalty, yes }: MintOptions,
): Promise<Pick<MintRequest, 'royalty'>> => {
  if (withRoyalty !== true) return {}
  const terms = shownTermsOf(await client.getCollection(collection))
  const otherwise = 'The royalty was not confirmed, and nothing was built.'
  await confirmRoyaltyInTerminal(session, terms, { isConfirmed: yes === true, otherwise })
  return { royalty: terms }
}

const aMint = 'A mint that this vault signs'

const signsHere = (mintSession: MintSession, options: MintOptions): Promise<boolean> =>
  namingOptions({ address: '--fund-from' }, () => wouldSignHere(mintSession, options))

/** Tokens and receivers come from the file where there is one. */
const namesOf = ({ tokens, toFile }: MintOptions): OptionNames => ({
  ...(toFile === undefined || tokens !== undefined ? { tokens: '--tokens' } : { tokens: toFile }),
  to: toFile ?? '--to',
  ...buildOptionNames,
})
