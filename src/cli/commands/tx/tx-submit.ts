import { setTimeout as sleep } from 'node:timers/promises'
import { Option, type Command } from 'commander'
import { ColdpressError } from '#values/errors/errors.ts'
import { countText, cutMiddle } from '#values/text/format.ts'
import { TxId } from '#cardano/ids.ts'
import { networks, type Network } from '#values/networks/networks.ts'
import type { Submission } from '#chain/submission/journal.ts'
import { openHomeSubmissions } from '#chain/submission/home-submissions.ts'
import { createSubmissions, type Submissions } from '#chain/submission/submission.ts'
import { command, type CommandAnswer } from '#cli/program.ts'
import type { Session } from '#cli/session.ts'
import { hint } from '#cli/terminal/hint.ts'
import type { OpenedTransactions } from '#app/signing/open-transactions.ts'
import { completeText, openTransactions } from './transaction-input.ts'

type SubmitOptions = { readonly network?: Network; readonly wait?: boolean }

export const addSubmit = (tx: Command): void =>
  command<SubmitOptions>(
    tx,
    'submit <file>',
    'send signed transactions; sending the same ones again is safe',
    'tx submit mint.signed --network preprod --wait',
    (submit) =>
      submit
        .addOption(
          new Option(
            '--network <network>',
            'the network to send to; not needed for a signing request or a mainnet transaction',
          ).choices(networks),
        )
        .option('--wait', 'wait until they are confirmed: 3 blocks on the devnet, 15 elsewhere'),
    async (session, options, source = '') => {
      const opened = await openTransactions(source, {
        home: session.home.path,
        network: options.network,
      })
      requireComplete(opened)
      const network = networkOf(opened, options.network)
      // what asks for the vault comes first: nothing is stored yet, so it may be done again
      const gateway = await session.withVault((app) => app.gateways.get(network))
      const { home } = await session.app()
      const db = openHomeSubmissions(home, network)
      try {
        const submissions = createSubmissions({ db, gateway })
        const txIds = recordSubmissions(submissions, opened)
        const states = await follow(session, submissions, txIds, options.wait === true)
        return answerOf(network, states)
      } finally {
        db.close()
      }
    },
  )

const requireComplete = ({ transactions }: OpenedTransactions): void => {
  const open = transactions.find(({ summary }) => summary.isComplete === false)
  if (open === undefined) return
  throw new ColdpressError(
    'conflict',
    `transaction ${open.summary.txId}: ${completeText(open.summary)} Nothing was sent. To see what is missing: ${hint('tx inspect FILE')}`,
  )
}

const networkOf = (
  { transactions }: OpenedTransactions,
  lastReported: Network | undefined,
): Network => {
  const [first] = transactions
  const network = lastReported ?? first?.summary.network.name ?? undefined
  if (network === undefined)
    throw new ColdpressError(
      'usage',
      'The transaction is for a test network and does not say which one. Add --network preprod, preview or devnet.',
    )
  const wrong = transactions
    .flatMap(({ warnings }) => warnings)
    .find(({ code }) => code === 'other_network' || code === 'networks_mixed')
  if (wrong !== undefined) throw new ColdpressError('invalid', `transaction: ${wrong.message}`)
  return network
}

/** Stored before anything is sent: after a kill the same bytes go out again, and no others. */
const recordSubmissions = (
  submissions: Submissions,
  { transactions }: OpenedTransactions,
): readonly TxId[] =>
  transactions.map(({ bytes, summary }) => {
    submissions.create({ bytes, holder: `cli ${summary.txId}` })
    return TxId(summary.txId)
  })

const pauseMs = 1_000

/** Until each was taken by the gateway, or is confirmed. */
const follow = async (
  { signal, terminal }: Session,
  submissions: Submissions,
  txIds: readonly TxId[],
  isPatient: boolean,
): Promise<readonly Submission[]> => {
  let lastReported = ''
  for (;;) {
    const { error } = await submissions.advance(signal)
    signal.throwIfAborted()
    const states = txIds.flatMap((txId) => submissions.find(txId) ?? [])
    for (const one of states) requireAlive(one)
    // The error may be that of another transaction which this data folder still follows.
    if (states.every((state) => isThere(state, isPatient))) return states
    if (error !== undefined && !isPatient) throw unreached(error.message)
    if (error !== undefined) terminal.info(`${error.message} Trying again …`)
    const progress = states.map(stateText).join(', ')
    if (progress !== lastReported) terminal.info(progress)
    lastReported = progress
    await sleep(pauseMs, undefined, { signal })
  }
}

const isThere = ({ state }: Submission, isPatient: boolean): boolean =>
  state === 'confirmed' || (!isPatient && (state === 'sent' || state === 'in_block'))

const unreached = (reason: string): ColdpressError =>
  new ColdpressError(
    'unreachable',
    `${reason} The signed transaction is stored. Run the same command again.`,
  )

const requireAlive = ({ txId, state, settled, error }: Submission): void => {
  const isOver = settled && state !== 'confirmed'
  if (!isOver && state !== 'rejected') return
  throw new ColdpressError(
    'rejected',
    `transaction ${txId}: ${error?.message ?? 'its validity has ended and it is not on chain; build a new one.'}`,
  )
}

const stateText = ({ txId, state, confirmations }: Submission): string =>
  `${cutMiddle(txId)} ${state.replace('_', ' ')}${confirmations === 0 ? '' : ` with ${countText(confirmations, 'block')} on it`}`

const answerOf = (network: Network, states: readonly Submission[]): CommandAnswer => {
  const transactions = states.map(({ txId, state, confirmations }) => ({
    tx_id: txId,
    state,
    confirmations,
  }))
  const [only, ...more] = transactions
  return {
    json: { network, ...(more.length === 0 ? only : { transactions }) },
    text: states.map((state) => `${state.txId}  ${stateText(state).slice(10)}`).join('\n'),
  }
}
