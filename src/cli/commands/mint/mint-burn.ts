import type { Command } from 'commander'
import { ColdpressError } from '#values/errors/errors.ts'
import { countText } from '#values/text/format.ts'
import { quoted } from '#values/text/text.ts'
import { requireWritable } from '#cli/files.ts'
import { namingOptions } from '#cli/options/option-names.ts'
import { command } from '#cli/program.ts'
import { requireConfirmable } from '#cli/terminal/confirmation.ts'
import {
  addBuildOptions,
  type BuildOptions,
  buildOptionNames,
  finishBuild,
  readMintOptions,
} from './build-options.ts'
import { tokensNamedBy } from './mint-receivers.ts'
import { openMintSession } from './mint-session.ts'

type BurnOptions = BuildOptions & {
  readonly tokens: string
  readonly address?: readonly string[]
}

export const addBurn = (mint: Command): void =>
  command<BurnOptions>(
    mint,
    'burn',
    'build a burn of minted tokens and show it; once you confirm, sign and send it, which is final',
    'mint burn --collection 01k… --tokens Fern01,Fern02 --wait',
    (burn) =>
      addBuildOptions(
        burn
          .requiredOption('--collection <id>', 'the collection whose tokens are burned')
          .requiredOption('--tokens <list>', 'ids or asset names, separated by commas')
          .option(
            '--address <address...>',
            "where the tokens are; its owner has to sign too (default: the collection's own address)",
          ),
        "pay the fee from this address (default: the collection's own address)",
      ),
    async (session, options) => {
      const { collection, address, out, hold, yes } = options
      const asks = hold !== true && yes !== true
      if (asks) requireConfirmable(session, options, 'A burn')
      if (out !== undefined) await requireWritable(out)
      const mintSession = await openMintSession(session, { signs: true })
      const tokens = await tokensNamedBy(mintSession, collection, options.tokens)
      if (tokens.length === 0)
        throw new ColdpressError('usage', '--tokens: it names no token; give ids or asset names')
      // Not given up on: what an interrupted call had made would be found by nobody.
      const made = await namingOptions(optionNames, () =>
        session.withVault(() =>
          mintSession.client.createBurn(collection, {
            tokens,
            ...(address === undefined ? {} : { addresses: [...address] }),
            ...readMintOptions(options, asks),
          }),
        ),
      )
      session.terminal.info(
        `Burn ${made.id}: ${countText(made.tokens.length, 'token')} in ${countText(made.transactions.length, 'transaction')}: ${made.tokens.map((token) => quoted(token.asset_name)).join(', ')}.`,
      )
      return finishBuild(mintSession, made, options, asks)
    },
  )

const optionNames = {
  tokens: '--tokens',
  addresses: '--address',
  ...buildOptionNames,
}
