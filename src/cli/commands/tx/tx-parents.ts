import { Option, type Command } from 'commander'
import { ColdpressError } from '#values/errors/errors.ts'
import { countText } from '#values/text/format.ts'
import { TxId } from '#cardano/ids.ts'
import { networks, type Network } from '#values/networks/networks.ts'
import type { Gateway } from '#chain/gateway/gateway.ts'
import { parentBodies } from '#chain/gateway/parent-bodies.ts'
import { writeRequestFile } from '#app/signing/request-file.ts'
import type { SigningRequest } from '#app/signing/request-types.ts'
import { writeText } from '#cli/files.ts'
import { command } from '#cli/program.ts'
import type { OpenedTransactions } from '#app/signing/open-transactions.ts'
import { openTransactions } from './transaction-input.ts'
import { OutputOption } from '#cli/options/output-option.ts'

type ParentsOptions = { readonly network?: Network; readonly out: string }

export const addParents = (tx: Command): void =>
  command<ParentsOptions>(
    tx,
    'parents <file>',
    'write a signing request that proves what the inputs hold; reads the chain',
    'tx parents mint.tx --network preprod --out mint.cpreq',
    (parents) =>
      parents
        .addOption(
          new OutputOption('--out <file>', 'the signing request to write').makeOptionMandatory(),
        )
        .addOption(
          new Option(
            '--network <network>',
            'the network to read; not needed for a signing request or a mainnet transaction',
          ).choices(networks),
        ),
    async (session, { network: chosen, out }, source = '') => {
      const opened = await openTransactions(source, { home: session.home.path, network: chosen })
      const network = networkOf(opened, chosen)
      const gateway = await session.withVault((app) => app.gateways.get(network))
      const parents = await parentBodies(gateway, parentIds(opened), session.signal)
      const request = { ...(await requestFrom(opened, network, gateway)), parents }
      await writeText(out, writeRequestFile(request))
      const { transactions } = await openTransactions(out, { home: session.home.path })
      const unproved = transactions.reduce((sum, { summary }) => sum + summary.unprovedInputs, 0)
      return {
        json: { file: out, network, parents: parents.length, unproved_inputs: unproved },
        text: `${out} has ${countText(parents.length, 'parent')}. ${
          unproved === 0
            ? 'Every input is proved.'
            : `The chain has no parent for ${countText(unproved, 'input')}, so what they hold stays unproved.`
        }`,
      }
    },
  )

const networkOf = ({ request, transactions }: OpenedTransactions, chosen: Network | undefined) => {
  const network = request?.network ?? chosen ?? transactions[0]?.summary.network.name ?? undefined
  if (network !== undefined) return network
  throw new ColdpressError(
    'usage',
    'The transaction only says that it is for a test network. Say which with --network.',
  )
}

/** Of everything that the transactions spend, put up or read; not of what they make themselves. */
const parentIds = ({ transactions }: OpenedTransactions): readonly TxId[] => {
  const summaries = transactions.map(({ summary }) => summary)
  const own = new Set(summaries.map(({ txId }) => txId))
  return summaries
    .flatMap(({ inputs, collateral, referenceInputs }) => [
      ...inputs,
      ...collateral,
      ...referenceInputs,
    ])
    .filter(({ txId }) => !own.has(txId))
    .map(({ txId }) => TxId(txId))
}

/** The request as it is, or one around transactions that came without. */
const requestFrom = async (
  { request, transactions }: OpenedTransactions,
  network: Network,
  gateway: Gateway,
): Promise<SigningRequest> => {
  if (request !== undefined) return request
  const { parameters, fetchedAt } = await gateway.parameters()
  return {
    createdAt: new Date(),
    title: `Transaction ${transactions[0]?.summary.txId.slice(0, 8) ?? ''}`,
    collectionName: undefined,
    network,
    transactions: transactions.map(({ bytes }) => bytes),
    parents: [],
    resolvedInputs: [],
    scripts: [],
    paymentKeys: [],
    parameters: { asOf: fetchedAt, values: parameters },
    expected: [],
    thumbnails: [],
  }
}
