import { type Command, Option } from 'commander'
import { ColdpressError } from '#shared/errors.ts'
import { countText } from '#shared/format.ts'
import { quoted } from '#shared/text.ts'
import { requireWritable } from '#cli/files.ts'
import { namingOptions } from '#cli/options/option-names.ts'
import { seconds } from '#cli/options/option-values.ts'
import { command } from '#cli/program.ts'
import { requireConfirmable, type YesOption, yesOption } from '#cli/terminal/confirmation.ts'
import { decodedMint, releaseConfirmed } from './mint-confirm.ts'
import { followAndAnswer } from './mint-follow.ts'
import { namedTokens } from './mint-receivers.ts'
import { openMintSession } from './mint-session.ts'

type BurnOptions = YesOption & {
  readonly collection: string
  readonly tokens: string
  readonly address?: readonly string[]
  readonly fundFrom?: string
  readonly signers?: readonly string[]
  readonly validFor?: number
  readonly out?: string
  readonly hold?: boolean
  readonly wait?: boolean
}

export const addBurn = (mint: Command): void =>
  command<BurnOptions>(
    mint,
    'burn',
    'build a burn of minted tokens and show it; once you confirm, sign and send it, which is final',
    'mint burn --collection 01k… --tokens Fern01,Fern02 --wait',
    (burn) =>
      burn
        .requiredOption('--collection <id>', 'the collection whose tokens are burned')
        .requiredOption('--tokens <list>', 'ids or asset names, separated by commas')
        .option(
          '--address <address...>',
          "where the tokens are; its owner has to sign too (default: the collection's own address)",
        )
        .option(
          '--fund-from <address>',
          "pay the fee from this address (default: the collection's own address)",
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
      const { collection, address, fundFrom, signers, validFor, out, hold, wait, yes } = options
      const asks = hold !== true && yes !== true
      if (asks) requireConfirmable(session, options, 'A burn')
      if (out !== undefined) await requireWritable(out)
      const mintSession = await openMintSession(session, { signs: true })
      const tokens = await namedTokens(mintSession, collection, options.tokens)
      if (tokens.length === 0)
        throw new ColdpressError('usage', '--tokens: it names no token; give ids or asset names')
      // Not given up on: what an interrupted call had made would be found by nobody.
      const made = await namingOptions(optionNames, () =>
        session.withVault(() =>
          mintSession.client.createBurn(collection, {
            tokens,
            ...(address === undefined ? {} : { addresses: [...address] }),
            ...(fundFrom === undefined ? {} : { funding: { address: fundFrom } }),
            ...(signers === undefined ? {} : { signers: [...signers] }),
            ...(asks || hold === true ? { hold: true } : {}),
            ...(validFor === undefined ? {} : { valid_for_seconds: validFor }),
          }),
        ),
      )
      session.terminal.info(
        `Burn ${made.id}: ${countText(made.tokens.length, 'token')} in ${countText(made.transactions.length, 'transaction')}: ${made.tokens.map((token) => quoted(token.asset_name)).join(', ')}.`,
      )
      if (hold === true)
        session.terminal.info(...(await decodedMint(mintSession, made)).split('\n'))
      const burn = asks ? await releaseConfirmed(mintSession, made) : made
      return followAndAnswer(mintSession, burn, { isPatient: wait === true, out })
    },
  )

const optionNames = {
  tokens: '--tokens',
  addresses: '--address',
  funding: '--fund-from',
  signers: '--signers',
  valid_for_seconds: '--valid-for',
}
