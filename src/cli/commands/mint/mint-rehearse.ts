import type { Command } from 'commander'
import { countText } from '#values/text/format.ts'
import { type MintRehearsalProgress, rehearsalSentences } from '#contract/mints/mint-rehearsal.ts'
import { ColdpressError } from '#values/errors/errors.ts'
import { isErrorBy } from '#values/errors/error-rules.ts'
import { mintingErrors } from '#contract/mints/errors.ts'
import {
  type MintCause,
  readRehearsalState,
  requireRehearsal,
} from '#app/mints/rehearsal/rehearsal-state.ts'
import { rehearseMint } from '#app/mints/rehearsal/rehearse-mint.ts'
import { command } from '#cli/program.ts'
import { hint } from '#cli/terminal/hint.ts'
import type { Terminal } from '#cli/terminal/terminal.ts'
import { tokensNamedBy, type Receivers } from './mint-receivers.ts'
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
        .requiredOption('--collection <id>', 'the collection that is to be minted')
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
      return {
        json: {
          practice_collection_id: made.practiceId,
          tokens: made.tokens.size,
          transactions: made.transactions,
          rehearsed_at: made.at,
        },
        text: [
          `Rehearsed: ${countText(made.tokens.size, 'token')} in ${countText(made.transactions, 'transaction')} on the devnet. Each token's metadata was read back from the chain and is the same.`,
          `The practice collection: ${made.practiceId}`,
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

export const skipRehearsal = (what: string) =>
  [
    '--skip-rehearsal',
    `do without a rehearsal on the devnet, which ${what} on mainnet asks for`,
  ] as const

type Checked = { readonly collection: string; readonly skipRehearsal?: boolean }

/**
 * Before the first mint of a collection on mainnet: says what was rehearsed, and what differs since.
 * @param by what leads to the mint
 * @throws ColdpressError `conflict` with both ways out
 */
export const checkRehearsal = async (
  mintSession: MintSession,
  options: Checked,
  { tokens }: Pick<Receivers, 'tokens'>,
  by: MintCause,
): Promise<void> => {
  const wanted = { collectionId: options.collection, tokens }
  const state = await readRehearsalState(mintSession, wanted, mintSession.session.signal)
  if (state === undefined || state.first === 'no') return
  if (options.skipRehearsal !== true)
    await withWaysOut(options.collection, endings[by], async () => requireRehearsal(state, by))
  mintSession.session.terminal.info(...rehearsalSentences(state))
}

const endings: Readonly<Record<MintCause, string>> = {
  mint: 'mint',
  royalty: 'confirm the royalty',
  sale: 'sell',
  price: 'set the price',
}

/** @param ending what was to be done, as a verb with its object */
export const withWaysOut = async <T>(
  collectionId: string,
  ending: string,
  work: () => Promise<T>,
): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (!isErrorBy(error, mintingErrors, 'rehearsal')) throw error
    throw new ColdpressError(
      'conflict',
      `${error.message}\nTo rehearse it: ${hint(`mint rehearse --collection ${collectionId}`)}\nTo ${ending} without a rehearsal, add --skip-rehearsal.`,
      { details: error.details },
    )
  }
}
