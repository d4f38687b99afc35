import type { Command } from 'commander'
import { countText } from '#values/text/format.ts'
import type { MintRehearsalProgress } from '#contract/mints/mint-rehearsal.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { isErrorBy } from '#values/errors/error-rules.ts'
import { mintingErrors } from '#contract/mints/errors.ts'
import type { MintCause } from '#app/mints/rehearsal/rehearsal-state.ts'
import { deleteCollection } from '#app/collections/delete-collection.ts'
import { rehearseMint } from '#app/mints/rehearsal/rehearse-mint.ts'
import { onOwnDevnet } from '#app/mints/own-devnet.ts'
import { requireReadyToMint } from '#app/mints/ready-to-mint.ts'
import { type AcceptOptions, readyOptions } from '#cli/options/accept-options.ts'
import { requiredCollection } from '#cli/options/collection-option.ts'
import { command } from '#cli/program.ts'
import { hint } from '#cli/terminal/hint.ts'
import type { Terminal } from '#cli/terminal/terminal.ts'
import { tokensNamedBy } from './mint-receivers.ts'
import { type MintSession, openMintSession } from './mint-session.ts'

type Options = { readonly collection: string; readonly tokens?: string }

export const addMintRehearse = (mint: Command): void =>
  command<Options>(
    mint,
    'rehearse',
    "mint the same tokens on the devnet first: same metadata, same shape of policy, the test wallet's ADA",
    'mint rehearse --collection 01k… --account local-mainnet',
    (rehearse) =>
      rehearse
        .addOption(requiredCollection('the collection that is to be minted'))
        .option('--tokens <list>', 'all, or ids or asset names, separated by commas', 'all'),
    async (session, { collection, tokens: list = 'all' }) => {
      const mintSession = await openMintSession(session, { signs: true })
      await session.openVault()
      const tokens = list === 'all' ? 'all' : await tokensNamedBy(mintSession, collection, list)
      session.terminal.info('Rehearsing on the devnet; nothing of it costs anything …')
      const progress = showProgress(session.terminal)
      const made = await rehearseMint(
        mintSession,
        { collectionId: collection, tokens },
        { onProgress: progress.update, signal: session.signal },
      ).finally(progress.end)
      // what was rehearsed is noted apart from it
      await deleteCollection(mintSession.app, { accountId: 'local', collectionId: made.practiceId })
      return {
        json: {
          tokens: made.tokens.size,
          transactions: made.transactions,
          rehearsed_at: made.at,
        },
        text: [
          `Rehearsed: ${countText(made.tokens.size, 'token')} in ${countText(made.transactions, 'transaction')} on the devnet. Each token's metadata was read back from the chain and is the same.`,
          'The collection that was made for it is deleted, with its policy.',
        ].join('\n'),
      }
    },
  )

const stepNames: Readonly<Record<MintRehearsalProgress['step'], string>> = {
  tokens: 'copying tokens',
  royalty: 'minting the royalty token',
  mint: 'minting',
  check: 'comparing the metadata on chain',
}

const showProgress = (terminal: Terminal) => {
  let said = ''
  return {
    update: ({ step, done, total }: MintRehearsalProgress): void => {
      if (terminal.canDraw) terminal.draw(`${stepNames[step]}, ${done} of ${total}`)
      else if (said !== step) terminal.info(stepNames[step])
      said = step
    },
    end: (): void => {
      if (terminal.canDraw) terminal.draw('')
    },
  }
}

/** Before tokens of a collection are sold or priced. @throws ColdpressError as `requireReadyToMint` */
export const requireReady = (
  mintSession: MintSession,
  options: AcceptOptions & { readonly collection: string },
  tokens: 'all' | readonly string[],
  by: MintCause,
): Promise<void> =>
  offeringRehearsal(options.collection, by, async () =>
    requireReadyToMint(
      await onOwnDevnet(mintSession, options.collection),
      { collectionId: options.collection, tokens },
      by,
      readyOptions(mintSession, options),
    ),
  )

const endings: Readonly<Record<MintCause | 'import', string>> = {
  mint: 'mint',
  royalty: 'confirm the royalty',
  sale: 'sell',
  price: 'set the price',
  import: 'import the prices',
}

/**
 * Does what leads to a first mint on mainnet. An error that it was not rehearsed names both ways out.
 * @param by what leads to the mint
 */
export const offeringRehearsal = async <T>(
  collectionId: string,
  by: keyof typeof endings,
  work: () => Promise<T>,
): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (!isErrorBy(error, mintingErrors, 'rehearsal')) throw error
    throw new ColdpressError(
      'conflict',
      `${error.message}\nTo rehearse it: ${hint(`mint rehearse --collection ${collectionId}`)}\nTo ${endings[by]} without a rehearsal, add --skip-rehearsal.`,
      { details: error.details },
    )
  }
}
