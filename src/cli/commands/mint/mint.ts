import { type Command, Option } from 'commander'
import { countText } from '#shared/format.ts'
import { requireConfirmable, type YesOption, yesOption } from '#cli/terminal/confirmation.ts'
import { requireWritable } from '#cli/files.ts'
import { decodedMint, releaseConfirmed, wouldSignHere } from './mint-confirm.ts'
import { type MintSession, openMintSession } from './mint-session.ts'
import { followAndAnswer } from './mint-follow.ts'
import { receiversOf } from './mint-receivers.ts'
import { namingOptions, type OptionNames } from '#cli/options/option-names.ts'
import { seconds } from '#cli/options/option-values.ts'
import { command, group } from '#cli/program.ts'
import { addBurn } from './mint-burn.ts'
import { addMintMoney } from './mint-money.ts'
import { addMintState } from './mint-state.ts'

export const addMintCommands = (program: Command): void => {
  const mint = group(program, 'mint', 'mint tokens of a collection')
  addBuild(mint)
  addBurn(mint)
  addMintState(mint)
  addMintMoney(mint)
}

type BuildOptions = YesOption & {
  readonly collection: string
  readonly tokens?: string
  readonly to?: string
  readonly toFile?: string
  readonly fundFrom?: string
  readonly signers?: readonly string[]
  readonly validFor?: number
  readonly out?: string
  readonly hold?: boolean
  readonly wait?: boolean
}

const addBuild = (mint: Command): void =>
  command<BuildOptions>(
    mint,
    'build',
    'build a mint and show it; once you confirm, sign it with keys of the vault and send it',
    'mint build --collection 01k… --to addr_test1… --out mint.cpreq --wait',
    (build) =>
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
          '--fund-from <address>',
          "pay from this address; its owner has to sign too (default: the collection's own address)",
        )
        .option(
          '--signers <hash...>',
          'hashes of the keys that sign for the policy (default: as few as needed, your own first)',
        )
        .option(
          '--valid-for <time>',
          'how much time you have to sign and send, such as 90m, 2h or 3d (default: 2h)',
          seconds,
        )
        .option('--out <file>', 'where to write the signing request, if signatures are missing')
        .addOption(
          new Option(
            '--hold',
            'only build and show it; then mint release signs and sends it, mint cancel cancels it',
          ).conflicts(['wait', 'out']),
        )
        .addOption(yesOption('sign and send'))
        .option('--wait', 'wait until it is confirmed on chain'),
    async (session, options) => {
      const { collection, fundFrom, signers, validFor, out, hold, wait, yes } = options
      const mayAsk = hold !== true && yes !== true
      if (mayAsk && fundFrom === undefined) requireConfirmable(session, options, aMint)
      if (out !== undefined) await requireWritable(out)
      const mintSession = await openMintSession(session, { signs: true })
      const asks = mayAsk && (await signsHere(mintSession, options))
      if (asks) requireConfirmable(session, options, aMint)
      const receivers = await receiversOf(mintSession, options)
      // Not given up on: what an interrupted call had made would be found by nobody.
      const made = await namingOptions(namesOf(options), () =>
        session.withVault(() =>
          mintSession.client.createMint(collection, {
            ...receivers,
            ...(fundFrom === undefined ? {} : { funding: { address: fundFrom } }),
            ...(signers === undefined ? {} : { signers: [...signers] }),
            ...(asks || hold === true ? { hold: true } : {}),
            ...(validFor === undefined ? {} : { valid_for_seconds: validFor }),
          }),
        ),
      )
      session.terminal.info(
        `Mint ${made.id}: ${countText(made.tokens.length, 'token')} in ${countText(made.transactions.length, 'transaction')}.`,
      )
      if (hold === true)
        session.terminal.info(...(await decodedMint(mintSession, made)).split('\n'))
      const mint = asks ? await releaseConfirmed(mintSession, made) : made
      return followAndAnswer(mintSession, mint, { isPatient: wait === true, out })
    },
  )

const aMint = 'A mint that this vault signs'

const signsHere = (mintSession: MintSession, options: BuildOptions): Promise<boolean> =>
  namingOptions({ address: '--fund-from' }, () => wouldSignHere(mintSession, options))

/** Tokens and receivers come from the file where there is one. */
const namesOf = ({ tokens, toFile }: BuildOptions): OptionNames => ({
  ...(toFile === undefined || tokens !== undefined ? { tokens: '--tokens' } : { tokens: toFile }),
  to: toFile ?? '--to',
  funding: '--fund-from',
  signers: '--signers',
  valid_for_seconds: '--valid-for',
})
