import type { Command } from 'commander'
import { ColdpressError } from '#values/errors/errors.ts'
import { countText } from '#values/text/format.ts'
import { quoted } from '#values/text/text.ts'
import { burnWhenConfirmed } from '#app/mints/build-mint.ts'
import { namingOptions } from '#cli/options/option-names.ts'
import { requiredCollectionId } from '#cli/options/collection-option.ts'
import { command } from '#cli/program.ts'
import {
  addBuildOptions,
  answerBuilt,
  asksToSend,
  type BuildOptions,
  buildOptionNames,
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
          .addOption(requiredCollectionId('the collection whose tokens are burned'))
          .requiredOption('--tokens <list>', 'ids or asset names, separated by commas')
          .option(
            '--address <address...>',
            "where the tokens are; its owner has to sign too (default: the collection's own address)",
          ),
        "pay the fee from this address (default: the collection's own address)",
      ),
    async (session, options) => {
      const { collection, address, hold = false } = options
      const asks = asksToSend(session, options, 'A burn')
      if (!hold) asks.canConfirm('burn')
      const mintSession = await openMintSession(session, { signs: true })
      const tokens = await tokensNamedBy(mintSession, collection, options.tokens)
      if (tokens.length === 0)
        throw new ColdpressError('usage', '--tokens: it names no token; give ids or asset names')
      const request = {
        tokens,
        ...(address === undefined ? {} : { addresses: [...address] }),
        ...readMintOptions(options),
      }
      const burned = await namingOptions(optionNames, () =>
        burnWhenConfirmed({ ...mintSession, asks }, collection, request, {
          staysHeld: hold,
          onBuilt: (mint) =>
            session.terminal.info(
              `Burn ${mint.id}: ${countText(mint.tokens.length, 'token')} in ${countText(mint.transactions.length, 'transaction')}: ${mint.tokens.map((token) => quoted(token.asset_name)).join(', ')}.`,
            ),
        }),
      )
      return answerBuilt(mintSession, burned, options)
    },
  )

const optionNames = {
  tokens: '--tokens',
  addresses: '--address',
  ...buildOptionNames,
}
